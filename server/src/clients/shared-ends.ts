import { sql } from 'kysely'
import { afterGroupTick } from '#domain/limits/service.ts'
import type { Reader, Tx } from '../store/open.ts'
import { sharedState } from '../store/rows/group.ts'
import type { Tick } from './metering.ts'
import type { Writing } from './writing.ts'

/** A group whose shared quota or end may have a say in this tick. */
export interface SharedVerdict {
  name: string
  ended: boolean
  cutAt: number
  /** Its members ended in an earlier tick, and may go on. */
  lifted: boolean
  /** Differs from what is stored. */
  changed: boolean
}

/** Which groups have used up their quota or reached their end, and whose members must end or may go on. */
export function createSharedEnds(w: Pick<Writing, 'sets' | 'db'>) {
  const { among } = w.sets
  const sqlite = w.db.engine === 'sqlite'
  const yes = sql.raw(sqlite ? '1' : 'true') // a literal: partial indexes match the exact text
  const live = sql.raw(sqlite ? 'indexed by idx_clients_group_live' : '') // SQLite would read all enabled clients

  /** Bytes that the kernel delivered and the core has not counted yet, by group. */
  async function uncountedOf(db: Reader | Tx, { uncounted }: Tick): Promise<Map<string, number>> {
    const sums = new Map<string, number>()
    if (uncounted.size === 0) return sums
    const rows = await db
      .selectFrom('clients')
      .select(['email', 'group_name'])
      .where(among('email', [...uncounted.keys()]))
      .where('group_name', 'in', (e) =>
        e.selectFrom('client_groups').select('name').where('total_gb', '>', 0),
      )
      .execute()
    for (const { email, group_name } of rows)
      sums.set(group_name, (sums.get(group_name) ?? 0) + (uncounted.get(email) ?? 0))
    return sums
  }

  return {
    /** SQL finds the groups that may be concerned; the domain decides. */
    async judge(db: Reader | Tx, tick: Tick): Promise<SharedVerdict[]> {
      const waiting = await uncountedOf(db, tick)
      const rows = await db
        .selectFrom('client_groups')
        .selectAll()
        .where((e) =>
          e.or([
            e.and([e('total_gb', '>', 0), e('used', '>=', e.ref('total_gb'))]),
            e.and([e('expiry_time', '>', 0), e('expiry_time', '<=', tick.now)]),
            e('ended', '=', true),
            e('cut_at', '>', 0),
            ...(waiting.size > 0 ? [among('name', [...waiting.keys()])] : []),
          ]),
        )
        .execute()
      return rows.map((row) => {
        const before = sharedState(row)
        const { ended, cutAt } = afterGroupTick(before, waiting.get(row.name) ?? 0, tick)
        const changed = ended !== before.ended || cutAt !== before.cutAt
        return { name: row.name, ended, cutAt, lifted: before.ended && !ended, changed }
      })
    },

    /** Members that go on although their group has ended. */
    async live(db: Reader | Tx, verdicts: readonly SharedVerdict[]): Promise<string[]> {
      const names = verdicts.filter(({ ended }) => ended).map(({ name }) => name)
      if (names.length === 0) return []
      const { rows } = await sql<{ email: string }>`select email from clients ${live}
        where ${among('group_name', names)} and group_name <> '' and enable = ${yes} and slowed <> 'ended'`.execute(
        db,
      )
      return rows.map(({ email }) => email)
    },

    /** Whether members of a group that goes on have ended. */
    async isAnyWaiting(db: Reader | Tx, verdicts: readonly SharedVerdict[]): Promise<boolean> {
      const names = verdicts.filter(({ lifted }) => lifted).map(({ name }) => name)
      if (names.length === 0) return false
      const rows = await db
        .selectFrom('clients')
        .select('id')
        .where(among('group_name', names))
        .where('group_name', '<>', '')
        .where((e) => e.or([e('disabled_by_panel', '=', true), e('slowed', '=', 'ended')]))
        .limit(1)
        .execute()
      return rows.length > 0
    },

    async write(tx: Tx, verdicts: readonly SharedVerdict[]): Promise<void> {
      for (const { name, ended, cutAt, changed } of verdicts)
        if (changed)
          await tx
            .updateTable('client_groups')
            .set({ ended, cut_at: cutAt })
            .where('name', '=', name)
            .execute()
    },
  }
}
