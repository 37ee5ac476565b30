import { coded, inEnglish } from '#domain/refusal.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Publish } from '../platform/changes/bus.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { type InboundRow, toInboundFields } from '../platform/db/rows/inbound.ts'
import { setsFor } from '../platform/db/sets.ts'
import type { Bindable } from './bindable.ts'
import { inboundDeed as deed } from './deed.ts'
import { claimOf, findInbound } from './find.ts'
import { createInboundMetering } from './metering.ts'
import type { By, InboundClients } from './service.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
  clients: InboundClients
  /** Addresses advertised for inbounds that are gone. */
  hosts: { release(tx: Tx, inboundIds: readonly number[]): Promise<void> }
  bindable: Bindable
}

/** The small verbs: switch, place, counters, delete. */
export function createInboundEdits({ db, now, publish, clients, hosts, bindable }: Deps) {
  const sets = setsFor(db.engine)
  const metering = createInboundMetering(db)
  const tell = (ids: readonly number[]) =>
    publish({ kind: 'inbounds-changed', ids, removed: [], clients: [] })

  /** Somebody else may have taken its place while it was switched off. */
  async function refuseTaken(row: InboundRow): Promise<void> {
    const refusal = await bindable.whyNot(claimOf(row))
    if (refusal) throw refusal
  }

  return {
    async setEnable(id: number, enable: boolean, { userId, actor }: By): Promise<null> {
      const seen = await findInbound(db.read, id, userId)
      if (enable && !seen.enable) await refuseTaken(seen)
      const changed = await db.write(async (tx) => {
        const row = await findInbound(tx, id, userId)
        if (row.enable === enable) return false
        await tx
          .updateTable('inbounds')
          .set({ enable, disabled_by_panel: false })
          .where('id', '=', id)
          .execute()
        await appendAudit(tx, actor, deed('inbound.update', row, { enable: row.enable }, { enable }), now())
        return true
      })
      if (changed) await tell([id])
      return null
    },

    async setSortIndex(id: number, index: number, { userId, actor }: By): Promise<null> {
      const changed = await db.write(async (tx) => {
        const row = await findInbound(tx, id, userId)
        if (row.sub_sort_index === index) return false
        await tx.updateTable('inbounds').set({ sub_sort_index: index }).where('id', '=', id).execute()
        await appendAudit(
          tx,
          actor,
          deed('inbound.update', row, { subSortIndex: row.sub_sort_index }, { subSortIndex: index }),
          now(),
        )
        return true
      })
      if (changed) await tell([id])
      return null
    },

    /** Clients stay; fallback rows that name the inbound go with it. */
    async del(
      ids: readonly number[],
      { userId, actor }: By,
    ): Promise<{ deleted: number[]; skipped: { id: number; reason: string }[] }> {
      const outcome = await db.write(async (tx) => {
        const wanted = [...new Set(ids)]
        const removed = await tx
          .selectFrom('inbounds')
          .selectAll()
          .where(sets.among('id', wanted.filter(isRowId)))
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute()
        const gone = removed.map((r) => r.id)
        const skipped = wanted
          .filter((id) => !gone.includes(id))
          .map((id) => ({ id, reason: inEnglish(coded('inbound.missing', { id })) }))
        if (gone.length > 0) {
          await clients.release(tx, gone)
          await tx
            .deleteFrom('inbound_fallbacks')
            .where((e) => e.or([sets.among('master_id', gone), sets.among('child_id', gone)]))
            .execute()
          await hosts.release(tx, gone)
          await tx.deleteFrom('inbounds').where(sets.among('id', gone)).execute()
          const [first] = removed
          const what =
            removed.length === 1 && first
              ? deed('inbound.del', first, toInboundFields(first))
              : {
                  action: 'inbounds.del',
                  objectKind: 'inbounds',
                  object: `${gone.length} inbounds`,
                  before: { ids: gone },
                }
          await appendAudit(tx, actor, what, now())
        }
        return { removed, skipped }
      })
      if (outcome.removed.length > 0) {
        await publish({
          kind: 'inbounds-changed',
          ids: [],
          removed: outcome.removed.map(({ id, tag }) => ({ id, tag })),
          clients: [],
        })
      }
      return { deleted: outcome.removed.map((r) => r.id), skipped: outcome.skipped }
    },

    /** Only the inbound's own counters (P41); `undefined` means all of the caller's. */
    async resetTraffic(id: number | undefined, { userId, actor }: By): Promise<null> {
      const ids = await db.write(async (tx) => {
        if (id !== undefined) await findInbound(tx, id, userId)
        let update = tx
          .updateTable('inbounds')
          .set({ up: 0, down: 0, last_traffic_reset_time: now() })
          .where('user_id', '=', userId)
        if (id !== undefined) update = update.where('id', '=', id)
        const rows = await update.returning(['id', 'tag']).execute()
        if (rows.length === 0) return []
        // One that the panel ended for its quota runs again, as a client does (R23).
        await metering.revive(
          tx,
          rows.map((r) => r.id),
          now(),
        )
        const what =
          id === undefined
            ? {
                action: 'inbounds.resetAllTraffics',
                objectKind: 'inbounds',
                object: `${rows.length} inbounds`,
              }
            : deed('inbound.resetTraffic', rows[0] ?? { id, tag: '' })
        await appendAudit(tx, actor, what, now())
        return rows.map((r) => r.id)
      })
      if (ids.length > 0) await tell(ids)
      return null
    },
  }
}

export type InboundEdits = ReturnType<typeof createInboundEdits>
