import { type RawBuilder, sql } from 'kysely'
import type { Sums } from '#domain/fleet/sums.ts'
import { inboundEnds, type Moment } from '#domain/traffic/depletion.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import { isResetDue } from '#domain/traffic/periodic.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { storedHere } from '../store/rows/inbound.ts'
import { setsFor } from '../store/sets.ts'

/** What a traffic tick writes to inbounds. Limits and resets are the panel's, on nodes too (ADR 096). */
export function createInboundMetering(db: Db) {
  const sets = setsFor(db.engine)
  const least = sql.raw(db.engine === 'sqlite' ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))

  /** Adds the bytes of the rows `v`, which `where` finds the inbounds of. */
  const counted = (source: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`update inbounds set up = ${least}(inbounds.up + v.up, ${most} - inbounds.down),
      down = ${least}(inbounds.down + v.down, ${most} - ${least}(inbounds.up + v.up, ${most} - inbounds.down))
      from ${source} as v where ${where}`

  async function due(source: Reader | Tx, at: Moment) {
    const rows = await source
      .selectFrom('inbounds')
      .select(['id', 'tag', 'enable', 'total', 'expiry_time', 'up', 'down'])
      .where('enable', '=', true)
      .where((e) => e.or([e('total', '>', 0), e('expiry_time', '>', 0)]))
      .execute()
    return rows.filter((r) => inboundEnds({ ...r, expiryTime: r.expiry_time, used: r.up + r.down }, at))
  }

  /** Re-enables inbounds that the panel disabled and that may run again; returns their ids. */
  async function revive(tx: Tx, ids: readonly number[] | undefined, now: number): Promise<number[]> {
    let update = tx
      .updateTable('inbounds')
      .set({ enable: true, disabled_by_panel: false })
      .where('disabled_by_panel', '=', true)
      .where((e) => e.or([e('total', '<=', 0), sql<boolean>`up + down < total`]))
      .where((e) => e.or([e('expiry_time', '<=', 0), e('expiry_time', '>', now)]))
    if (ids) update = update.where(sets.among('id', ids))
    return (await update.returning('id').execute()).map((r) => r.id)
  }

  return {
    due,
    revive,

    async count(tx: Tx, bytes: readonly (Sums & { name: string })[]): Promise<void> {
      if (bytes.length === 0) return
      const source = sets.unfold(bytes, { name: 'text', up: 'int', down: 'int' })
      await counted(source, sql`inbounds.tag = v.name and ${storedHere}`).execute(tx)
    },

    /** The same for inbounds on nodes, which are known by their row id. */
    async countOnNodes(tx: Tx, bytes: readonly (Sums & { id: number })[]): Promise<void> {
      const source = sets.unfold(bytes, { id: 'int', up: 'int', down: 'int' })
      await counted(source, sql`inbounds.id = v.id`).execute(tx)
    },

    async end(tx: Tx, at: Moment) {
      const ended = await due(tx, at)
      const ids = ended.map((i) => i.id)
      if (ids.length > 0)
        await tx
          .updateTable('inbounds')
          .set({ enable: false, disabled_by_panel: true })
          .where(sets.among('id', ids))
          .execute()
      return ended
    },

    /** Ids of inbounds whose periodic reset is due; missed periods count as one reset. */
    async periodic(source: Reader | Tx, zone: string, lookedAt: number, now: number): Promise<number[]> {
      const rows = await source
        .selectFrom('inbounds')
        .select(['id', 'traffic_reset', 'traffic_reset_day', 'last_traffic_reset_time'])
        .where('traffic_reset', '<>', 'never')
        .execute()
      const plan = (r: (typeof rows)[number]) => ({
        trafficReset: r.traffic_reset,
        trafficResetDay: r.traffic_reset_day,
        lastTrafficResetTime: r.last_traffic_reset_time,
      })
      return rows.filter((r) => isResetDue(plan(r), zone, lookedAt, now)).map((r) => r.id)
    },

    /** Returns the ids that were re-enabled. */
    async zero(tx: Tx, ids: readonly number[], now: number): Promise<number[]> {
      await tx
        .updateTable('inbounds')
        .set({ up: 0, down: 0, last_traffic_reset_time: now })
        .where(sets.among('id', ids))
        .execute()
      return revive(tx, ids, now)
    },
  }
}

export type InboundMetering = ReturnType<typeof createInboundMetering>
