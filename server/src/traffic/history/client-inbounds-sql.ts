import { type RawBuilder, sql } from 'kysely'
import type { UsageQuery } from '#contract/usage-api.ts'
import type { Days } from '#domain/traffic/days.ts'

/** What a client used on an inbound, or on a node, which is below zero then. */
export interface PairSums {
  /** Null: the client was deleted. */
  email: string | null
  group: string | null
  place: number
  /** Unix seconds; 0 for the sum of the range. */
  day: number
  up: number
  down: number
  /** Bytes. */
  charged: number
}

type AllSums = PairSums & { rows: number; all_up: number; all_down: number; all_charged: number }

export type PairQuery = Pick<UsageQuery, 'client' | 'group' | 'inbound' | 'node' | 'days'>

/** Which rows of `d`, the days of clients by inbound. */
function wanted({ from, to }: Days, { client, group, inbound, node }: PairQuery, more?: RawBuilder<unknown>) {
  const of = (condition: RawBuilder<unknown>) =>
    sql`d.client_id in (select id from clients where ${condition})`
  const isWithout = group === ''
  const conditions = [
    sql`d.day >= ${sql.lit(from)} and d.day < ${sql.lit(to)}`,
    ...(client === undefined ? [] : [of(sql`email = ${client}`)]),
    ...(group === undefined
      ? []
      : [isWithout ? of(sql`coalesce(group_name, '') = ''`) : of(sql`group_name = ${group}`)]),
    ...(inbound === undefined ? [] : [sql`d.inbound_id = (select id from inbounds where tag = ${inbound})`]),
    ...(node === undefined ? [] : [onNode(Number(node) || 0)]),
    ...(more ? [more] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** A node says how much, and not on which inbound. */
const onNode = (id: number) => (id === 0 ? sql`d.inbound_id > 0` : sql`d.inbound_id = ${sql.lit(-id)}`)

const bytes = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`
const sums = sql`${bytes('up')}, ${bytes('down')}, ${bytes('charged')}`
const dayOf = ({ days }: PairQuery) => (days ? sql`d.day` : sql`0`)
/** A bare 0 would be the number of a column there. */
const eachOf = ({ days }: PairQuery) => sql`group by d.client_id, d.inbound_id ${days ? sql`, d.day` : sql``}`

const orders: Record<UsageQuery['sort'], string> = {
  total: 'up + down',
  down: 'down',
  up: 'up',
  name: "coalesce(email, '')",
}

/** One page, each row with the sums over all of them. Clients that were deleted are one row for each inbound. */
export function pairsPage(days: Days, query: UsageQuery & { page: number; pageSize: number }) {
  const direction = sql.raw(query.order === 'descend' ? 'desc' : 'asc')
  const all = (column: string) => sql`(select cast(sum(${sql.ref(column)}) as bigint) from t)`
  return sql<AllSums>`with t as (
      select c.email, c.group_name as "group", s.place, s.day, ${sums} from (
        select d.client_id, d.inbound_id as place, ${dayOf(query)} as day, ${sums} from client_inbound_days as d
        where ${wanted(days, query)} ${eachOf(query)}
      ) as s left join clients as c on c.id = s.client_id group by c.email, c.group_name, s.place, s.day
    )
    select email, "group", place, day, up, down, charged / 100 as charged, (select count(*) from t) as rows,
      ${all('up')} as all_up, ${all('down')} as all_down, ${all('charged')} / 100 as all_charged
    from t order by ${sql.raw(orders[query.sort])} ${direction}, coalesce(email, ''), day, place
    limit ${sql.lit(query.pageSize)} offset ${sql.lit((query.page - 1) * query.pageSize)}`
}

export interface Portion {
  /** Row ids of clients: after the first one, up to the last one. */
  clients: readonly [after: number, until: number]
  /** Unix seconds; each is looked up by its key, so what lies between is not read. */
  at: readonly number[]
}

/** Some clients on some days; without `query.days` their sums. */
export function pairsOf(days: Days, query: PairQuery, { clients: [after, until], at }: Portion) {
  const some = sql`d.client_id > ${sql.lit(after)} and d.client_id <= ${sql.lit(until)}
    and d.day in (${sql.join(at.map((day) => sql.lit(day)))})`
  return sql<PairSums>`select c.email, c.group_name as "group", s.place, s.day, s.up, s.down, s.charged / 100 as charged from (
      select d.client_id, d.inbound_id as place, ${dayOf(query)} as day, ${sums} from client_inbound_days as d
      where ${wanted(days, query, some)} ${eachOf(query)}
    ) as s left join clients as c on c.id = s.client_id order by s.day, s.client_id, s.place`
}

/** The days in which something was counted. */
export const pairDays = ({ from, to }: Days) => sql<{ day: number }>`
  select distinct day from inbound_days where day >= ${sql.lit(from)} and day < ${sql.lit(to)} order by day`

/** The row ids of clients with such days. */
export const pairSpan = ({ client }: PairQuery) =>
  client === undefined
    ? sql<{
        first: number | null
        last: number | null
      }>`select (select min(client_id) from client_inbound_days) as first,
        (select max(client_id) from client_inbound_days) as last`
    : sql<{
        first: number | null
        last: number | null
      }>`select min(id) as first, max(id) as last from clients where email = ${client}`

/** Inbounds and nodes: few, and named by these reads. */
export const placeNames = sql<{ place: number; name: string; tag: string | null }>`
  select id as place, coalesce(nullif(remark, ''), tag) as name, tag from inbounds
  union all select -id, name, null from nodes`
