import { type RawBuilder, sql } from 'kysely'
import type { ClientCost, ServerCost } from '#contract/caps-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { steps } from '#domain/traffic/buckets.ts'
import { costOf, dearestFirst, monthsIn, perByte, perClient } from '#domain/traffic/costs.ts'
import { type Days, daysFrom, daysOf } from '#domain/traffic/days.ts'
import type { Base } from '../settings/base-services.ts'
import type { Run } from '../traffic/history/place-days.ts'
import type { TrafficHistory } from '../traffic/history/room.ts'
import { type CapRow, readCaps, readWorld } from './store.ts'

interface Deps extends Pick<Base, 'db' | 'now' | 'settings'> {
  run: Run
  history: Pick<TrafficHistory, 'placeBytes' | 'offset' | 'zone'>
}

export interface Asked {
  range: Parameters<typeof daysOf>[0]
  from?: string | undefined
  to?: string | undefined
}

/** As a sum over every client, in Usage. */
const mostDays = 92
const isPriced = (row: CapRow): boolean => row.kind !== 'inbound' && row.counted_since > 0

/** What servers cost in a period, and whose share of the bytes bears how much of it. */
export function createCosts({ db, run, now, settings, history }: Deps) {
  function daysAsked({ range, from, to }: Asked): Days {
    const isNamed = from !== undefined || to !== undefined
    const offset = history.offset()
    const days = isNamed
      ? daysFrom(from ?? to ?? '', to ?? from ?? '', offset)
      : daysOf(range, Math.floor(now() / 1_000), offset)
    if (!days) throw new Refusal('usage.bad-days', {}, 'from')
    if (days.to - days.from > mostDays * steps['1d'].seconds + 3_600)
      throw new Refusal('usage.too-many-days', { max: mostDays }, 'from')
    return days
  }

  const inDays = ({ from, to }: Days) =>
    sql`place_days.at >= ${sql.lit(from)} and place_days.at < ${sql.lit(to)}`

  /** Everything that passed at each place: this server is what no node counted. */
  async function passed({ from, to }: Days): Promise<Map<number, number>> {
    const found = await history.placeBytes(
      run,
      [
        { kind: 'all', names: ['clients'] },
        { kind: 'node', names: 'all' },
      ],
      from,
    )
    const sums = new Map<number, number>([[0, 0]])
    for (const { name, at, up, down } of found) {
      if (at >= to) continue
      const place = name === 'clients' ? 0 : Number(name)
      sums.set(place, (sums.get(place) ?? 0) + up + down)
      if (place !== 0) sums.set(0, (sums.get(0) ?? 0) - up - down)
    }
    return sums.set(0, Math.max(0, sums.get(0) ?? 0))
  }

  async function servers(days: Days): Promise<ServerCost[]> {
    const world = await readWorld(db.read)
    const priced = (await readCaps(db.read)).filter(isPriced)
    const bytes = await passed(days)
    const counted = await run(sql<{ place: number; clients: number; bytes: number }>`select place,
        count(distinct ref) as clients, cast(sum(up + down) as bigint) as bytes
      from place_days where ${inDays(days)} group by place`)
    const months = monthsIn(days.first, days.last)
    const list = [0, ...world.nodes.keys()].map((id) => {
      const row = priced.find((one) => one.place === id)
      const known = counted.find((one) => Number(one.place) === id)
      const prices = { costMonth: row?.cost_month ?? 0, costTb: row?.cost_tb ?? 0 }
      const cost = costOf(prices, months, bytes.get(id) ?? 0)
      const clients = row ? Number(known?.clients ?? 0) : 0
      return {
        ...{ id, name: world.nodes.get(id) ?? '', ...prices, bytes: bytes.get(id) ?? 0, cost, clients },
        perClient: row ? perClient(cost, clients) : null,
        countedBytes: row ? Number(known?.bytes ?? 0) : 0,
        countedSince: row?.counted_since ?? 0,
      }
    })
    return dearestFirst(list)
  }

  const about = (days: Days) => ({
    zone: history.zone(),
    from: days.first,
    to: days.last,
    currency: settings.current().currency,
  })

  return {
    costs: async (asked: Asked) => {
      const days = daysAsked(asked)
      return { ...about(days), items: await servers(days) }
    },

    /** The dearest first. Clients that were deleted are one row with a blank name. */
    async clientCosts(asked: Asked & { server?: number | undefined; page: number; pageSize: number }) {
      const days = daysAsked(asked)
      const all = (await servers(days)).filter(({ countedSince }) => countedSince > 0)
      const some = all.filter(({ id }) => asked.server === undefined || asked.server === id)
      if (asked.server !== undefined && some.length === 0) throw new Refusal('cap.no-cost', {}, 'server')
      const empty = { ...about(days), items: [], count: 0, total: { bytes: 0, cost: 0 } }
      if (some.length === 0) return empty
      const { page, pageSize } = asked
      const found = await run(sharesOf(some, inDays(days), pageSize, (page - 1) * pageSize))
      const [first] = found
      const items: ClientCost[] = found.map(({ email, bytes, cost }) => ({
        ...{ email, bytes: Number(bytes), cost: Number(cost) },
      }))
      if (!first) return empty
      const total = { bytes: Number(first.all_bytes), cost: Number(first.all_cost) }
      return { ...about(days), items, count: Number(first.rows), total }
    },
  }
}

interface Totals {
  rows: number
  all_bytes: number
  all_cost: number
}

/** The bytes of each client, times what a byte of that place costs. */
function sharesOf(
  servers: readonly ServerCost[],
  inDays: RawBuilder<unknown>,
  limit: number,
  offset: number,
): RawBuilder<{ email: string; bytes: number; cost: number } & Totals> {
  const prices = servers.map(
    ({ id, cost, countedBytes }) =>
      sql`when ${sql.lit(id)} then cast(${perByte(cost, countedBytes)} as double precision)`,
  )
  const places = sql.join(servers.map(({ id }) => sql.lit(id)))
  return sql`with t as (
      select coalesce(n.name, '') as email, cast(sum(d.bytes) as bigint) as bytes, sum(d.cost) as cost from (
        select ref, up + down as bytes, (up + down) * (case place ${sql.join(prices, sql` `)} end) as cost
        from place_days where ${inDays} and place in (${places})
      ) as d left join history_names as n on n.id = d.ref group by coalesce(n.name, '')
    )
    select t.*, (select count(*) from t) as rows, (select cast(sum(bytes) as bigint) from t) as all_bytes,
      (select sum(cost) from t) as all_cost
    from t order by cost desc, email limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
}
