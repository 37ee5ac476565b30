import { hostname } from 'node:os'
import { nextPeriod, periodEnds } from '#domain/quotas/in-force.ts'
import type { Went } from '../../notices/client-alerts.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Sets } from '../../store/sets.ts'
import { namesOf } from './names.ts'
import type { Quotas } from './quotas.ts'
import { type UsageRow, usageIn, usageRow } from './usage.ts'

interface Moment {
  now: number
  zone: string
  /** The clock cannot be trusted: no period ends. */
  held: boolean
}

/** Of each kind in one tick; the next one goes on. */
const atOnce = 10_000

/** What a tick does to quotas for inbounds: closes what is used up, and opens what begins anew. */
export function createQuotaTick(
  { usage, settleClients }: Pick<Quotas, 'usage' | 'settleClients'>,
  sets: Sets,
) {
  async function due(source: Reader | Tx, { now, held }: Moment, most: number): Promise<UsageRow[]> {
    const full = await usage.full(source, most)
    return held ? full : [...full, ...(await usage.over(source, now, most))]
  }

  async function emailsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await tx.selectFrom('clients').select(['id', 'email']).where(sets.among('id', ids)).execute()
    return new Map(rows.map(({ id, email }) => [id, email]))
  }

  return {
    isAnyDue: async (source: Reader | Tx, moment: Moment): Promise<boolean> =>
      (await due(source, moment, 1)).length > 0,

    async settle(tx: Tx, moment: Moment): Promise<{ changes: ClientChange[]; went: Went[] }> {
      const found = await due(tx, moment, atOnce)
      if (found.length === 0) return { changes: [], went: [] }
      const rows = new Map(found.map((row) => [`${row.client_id} ${row.target}`, row]))
      const ended = (row: UsageRow): boolean => !moment.held && row.ends_at > 0 && row.ends_at <= moment.now
      const anew = [...rows.values()].filter(ended)
      const endOf = periodEnds(moment.zone, moment.now)
      const next = anew.map((row) =>
        usageRow(row.client_id, row.target, row.owner, nextPeriod(usageIn(row), endOf)),
      )
      await usage.write(tx, next)
      const ids = [...new Set([...rows.values()].map((row) => row.client_id))]
      const changes = await settleClients(tx, ids)
      const told = [...rows.values()].filter((row) => !ended(row) || row.spent === 1)
      const emails = await emailsOf(tx, ids)
      const orphans = ids.filter((id) => !emails.has(id))
      if (orphans.length > 0) await usage.forget(tx, orphans) // they would be due in every tick
      const nameOf = await namesOf(
        tx,
        sets,
        told.map(({ target }) => target),
      )
      const went = told.flatMap((row): Went[] => {
        const email = emails.get(row.client_id)
        if (email === undefined) return []
        const transition = ended(row) ? 'opened' : 'closed'
        const subject = nameOf(row.target) || hostname()
        return [{ email, transition, expiryTime: 0, quota: Number(row.bytes), subject }]
      })
      return { changes, went }
    },
  }
}
