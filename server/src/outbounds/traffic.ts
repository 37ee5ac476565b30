import { sql } from 'kysely'
import { mostBytes } from '#domain/traffic/ledger.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'

const everyTag = '-alltags-'

export function createOutboundTraffic(db: Db, commit: Commit) {
  const sets = setsFor(db.engine)
  const least = sql.raw(db.engine === 'sqlite' ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))
  return {
    /** Adds the bytes of a tick; an outbound gets its row with its first byte. */
    async count(tx: Tx, bytes: readonly { name: string; up: number; down: number }[]): Promise<void> {
      if (bytes.length === 0) return
      const source = sets.unfold(bytes, { name: 'text', up: 'int', down: 'int' })
      // Each saturates at half, so that the sum stays a safe integer.
      const add = (way: 'up' | 'down') =>
        sql`${least}(outbound_traffics.${sql.ref(way)} + excluded.${sql.ref(way)}, ${most} / 2)`
      await sql`insert into outbound_traffics (tag, up, down, total)
        select v.name, v.up, v.down, v.up + v.down from ${source} as v where true
        on conflict (tag) do update set up = ${add('up')}, down = ${add('down')},
          total = ${add('up')} + ${add('down')}`.execute(tx)
    },
    list: () => db.read.selectFrom('outbound_traffics').selectAll().orderBy('id').execute(),
    /** Without a tag nothing is reset: published clients send none, and expect a success (decision 56). */
    async reset(tag: string, actor: Actor): Promise<''> {
      if (tag === '' || !isStorable(tag)) return '' // no outbound has such a name
      await commit(actor, async (tx) => {
        let update = tx.updateTable('outbound_traffics').set({ up: 0, down: 0, total: 0 })
        if (tag !== everyTag) update = update.where('tag', '=', tag)
        await update.execute()
        const action = { action: 'outbound.resetTraffic' as const, objectKind: 'outbound', object: tag }
        return { result: null, action }
      })
      return ''
    },
  }
}

export type OutboundTraffic = ReturnType<typeof createOutboundTraffic>
