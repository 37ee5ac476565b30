import { appendAudit } from '../audit/trail.ts'
import type { Db } from '../db/open.ts'
import { isStorable } from '../db/storable.ts'
import type { Actor } from '../http/caller.ts'

const everyTag = '-alltags-'

export function createOutboundTraffic(db: Db, now: () => number) {
  return {
    list: () => db.read.selectFrom('outbound_traffics').selectAll().orderBy('id').execute(),
    async reset(tag: string, actor: Actor): Promise<''> {
      if (!isStorable(tag)) return '' // no outbound has such a name
      await db.write(async (tx) => {
        let update = tx.updateTable('outbound_traffics').set({ up: 0, down: 0, total: 0 })
        if (tag !== everyTag) update = update.where('tag', '=', tag)
        await update.execute()
        const deed = { action: 'outbound.resetTraffic', objectKind: 'outbound', object: tag }
        await appendAudit(tx, actor, deed, now())
      })
      return ''
    },
  }
}

export type OutboundTraffic = ReturnType<typeof createOutboundTraffic>
