import { isPastFairUse } from '#domain/limits/effective.ts'
import type { Reader, Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { chunked } from '../store/sets.ts'
import type { Writing } from './writing.ts'

/** Whose allowance of the day is used up, and whose day is over. */
export function createFairUse(w: Writing) {
  const { among } = w.sets

  /** Most panels give nobody an allowance: then three small looks are all that a tick costs. */
  async function isGiven(db: Reader | Tx): Promise<boolean> {
    const own = await db.selectFrom('clients').select('id').where('fair_use', '>', 0).limit(1).execute()
    if (own.length > 0) return true
    const shared = await db.selectFrom('client_groups').select('name').where('fair_use', '>', 0).execute()
    if (shared.length > 0) return true
    const plans = await db.selectFrom('plans').select('data').where('data', 'like', '%"fairUse":%').execute()
    return plans.some(({ data }) => /"fairUse":[1-9]/.test(data))
  }

  async function past(db: Reader | Tx, emails: readonly string[], day: number): Promise<string[]> {
    const rows = await db
      .selectFrom('clients as c')
      .innerJoin('client_traffics as t', 't.email', 'c.email')
      .selectAll('c')
      .select('t.day_used')
      .where(among('t.email', emails))
      .where('t.day_at', '=', day)
      .where('t.slowed', '=', '')
      .execute()
    const clients = rows.map((row) => ({ ...toClient(row), used: row.day_used }))
    const limits = await w.policies(db, clients)
    return clients.filter((one) => isPastFairUse(limits(one), one.used)).map(({ email }) => email)
  }

  return {
    isGiven,
    /** `dayStart` loads calendar data, so it is asked for only if somebody has an allowance. */
    async due(db: Reader | Tx, moved: ReadonlySet<string>, dayStart: () => number): Promise<string[]> {
      const slow = await db
        .selectFrom('client_traffics')
        .select(['email', 'day_at'])
        .where('slowed', '=', 'day')
        .execute()
      const due = slow.length === 0 ? [] : slow.filter((r) => r.day_at < dayStart()).map((r) => r.email)
      if (moved.size === 0 || !(await isGiven(db))) return due
      for (const part of chunked([...moved])) due.push(...(await past(db, part, dayStart())))
      return due
    },
  }
}
