import type { UsageQuery } from '#contract/usage-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Days } from '#domain/traffic/days.ts'
import type { InboundTraffic } from '../../clients/inbound-traffic.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Base } from '../../settings/base-services.ts'
import { sumOf } from './record.ts'
import type { TrafficHistory } from './room.ts'

const everyMs = 30_000
const dropEveryMs = 3_600_000
/** As long as the days of the rest of the history. */
const keptMs = 731 * 86_400_000

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  inboundTraffic: InboundTraffic
  history: Pick<TrafficHistory, 'read'>
  daysAsked(query: Pick<UsageQuery, 'by' | 'range' | 'from' | 'to'>): Days
}

export interface OfClientQuery {
  range?: UsageQuery['range'] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What a client used on which inbound, and the jobs that keep these sums. */
export function createUsageOfClient({ db, commit, now, inboundTraffic, history, daysAsked }: Deps) {
  async function settle(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await commit.upkeep((tx) => inboundTraffic.settleSome(tx))));
  }

  async function find(email: string) {
    const row = isStorable(email)
      ? await db.read
          .selectFrom('clients as c')
          .leftJoin('client_traffics as t', 't.email', 'c.email')
          .select(['c.id', 'c.email', 't.up', 't.down'])
          .where('c.email_key', '=', emailKey(email))
          .executeTakeFirst()
      : undefined
    if (!row) throw new Refusal('client.missing', { email }, 'email')
    return row
  }

  return {
    async read(email: string, query: OfClientQuery) {
      await settle()
      const client = await find(email)
      const isRange = query.range !== undefined || query.from !== undefined || query.to !== undefined
      if (!isRange) {
        const items = await inboundTraffic.of(db.read, client.id)
        const charged = items.reduce((sum, item) => sum + item.charged, 0)
        const used = (client.up ?? 0) + (client.down ?? 0)
        return { items, others: Math.max(0, used - charged) }
      }
      const days = daysAsked({ ...query, by: 'day', range: query.range ?? 'today' })
      const items = await inboundTraffic.of(db.read, client.id, days)
      const all = sumOf((await history.read('client', client.email, { ...days, step: '1d' })).points)
      const apart = sumOf(items)
      return { items, others: Math.max(0, all.up + all.down - apart.up - apart.down) }
    },
    settle,
    jobs: [
      { name: 'inbound-traffic', everyMs, leaderOnly: true, run: settle },
      {
        name: 'inbound-traffic-keep',
        everyMs: dropEveryMs,
        leaderOnly: true,
        async run(signal) {
          const before = Math.floor((now() - keptMs) / 1_000)
          while (!signal.aborted && (await commit.upkeep((tx) => inboundTraffic.dropDays(tx, before))));
        },
      },
    ] satisfies Job[],
  }
}

export type UsageOfClient = ReturnType<typeof createUsageOfClient>
