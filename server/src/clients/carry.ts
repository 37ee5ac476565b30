import type { CarriedTraffic } from '#contract/traffic.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Tx } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'
import type { GroupSums } from './group-sums.ts'

const carriedTypes = {
  email: 'text',
  up: 'int',
  down: 'int',
  last_online: 'int',
  reset_count: 'int',
} as const

/** Up and down together stay within a safe integer. */
const carriedColumns = ({ up, down, lastOnline, resetCount }: CarriedTraffic) => ({
  up,
  down: Math.min(down, mostBytes - up),
  last_online: lastOnline,
  reset_count: resetCount,
})

/** Imports counters from an export, matched by email ignoring case. Only rows with nothing counted accept them. */
export function createCarry(sets: Sets, sums: GroupSums) {
  return async (tx: Tx, counters: readonly CarriedTraffic[]): Promise<void> => {
    const byKey = new Map(counters.map((c) => [emailKey(c.email), c]))
    for (const part of chunked([...byKey.keys()])) {
      const blank = await tx
        .selectFrom('client_traffics as t')
        .innerJoin('clients as c', 'c.email', 't.email')
        .select(['t.email', 'c.email_key'])
        .where(sets.among('c.email_key', part))
        .where('t.up', '=', 0)
        .where('t.down', '=', 0)
        .execute()
      const rows = blank.flatMap(({ email, email_key }) => {
        const had = byKey.get(email_key)
        return had ? [{ email, ...carriedColumns(had) }] : []
      })
      const emails = rows.map(({ email }) => email)
      await sums.around(tx, { before: emails }, () =>
        sets.update(tx, 'client_traffics', rows, carriedTypes, 'email'),
      )
    }
  }
}
