import type { Ending, IpCount } from '#contract/limits.ts'
import type { Db } from '../store/open.ts'
import { readPolicies } from '../store/policies.ts'
import { toClient } from '../store/rows/client.ts'
import { setsFor } from '../store/sets.ts'

/** How many places a client may use at once, what counts as one, and what happens with more. */
export interface IpRule {
  limit: number
  count: IpCount
  graceMs: number
  act: Ending
}

/** Reads the rules of clients that use several addresses: their own limit, else that of their group. */
export function createIpRules(db: Pick<Db, 'engine' | 'read'>) {
  const sets = setsFor(db.engine)
  return async function rulesOf(emails: readonly string[]): Promise<Map<string, IpRule>> {
    const rows = await db.read
      .selectFrom('clients as c')
      .leftJoin('client_groups as g', (on) =>
        on.onRef('g.name', '=', 'c.group_name').on('c.group_name', '<>', ''),
      )
      .selectAll('c')
      .select('g.limit_ip as group_limit')
      .where(sets.among('c.email', emails))
      .where((e) => e.or([e('c.limit_ip', '>', 0), e('g.limit_ip', '>', 0)]))
      .execute()
    const clients = rows.map((row) => ({ client: toClient(row), groupLimit: row.group_limit ?? 0 }))
    const limits = await readPolicies(
      db.read,
      sets,
      clients.map(({ client }) => client),
    )
    return new Map(
      clients.map(({ client, groupLimit }) => {
        const { ipCount: count, ipGrace, whenOverIp: act } = limits(client)
        return [client.email, { limit: client.limitIp || groupLimit, count, graceMs: ipGrace * 1_000, act }]
      }),
    )
  }
}
