import { type RawBuilder, sql } from 'kysely'
import type { UsageQuery } from '#contract/usage-api.ts'
import type { Point } from '#domain/traffic/buckets.ts'
import type { Days } from '#domain/traffic/days.ts'
import { kinds } from './names.ts'

/** A row of clients or groups, with the sums over all pages. */
export interface Sums {
  key: string
  group: string | null
  up: number
  down: number
  rows: number
  all_up: number
  all_down: number
}

type Page = UsageQuery & { page: number; pageSize: number }

/** From where on rows are not in the days yet. */
export const unfolded = ({ from }: Days) =>
  sql`(select case when until > ${sql.lit(from)} then until else ${sql.lit(from)} end from history_folded)`

/** Rows of every name in the range: whole days, and what is not folded yet. */
const inRange = (days: Days) => sql`
  select at, ref, up, down from history_days where at >= ${sql.lit(days.from)} and at < ${sql.lit(days.to)}
  union all
  select at, ref, up, down from history_fine where at >= ${unfolded(days)} and at < ${sql.lit(days.to)}`

export const summed = sql`cast(sum(h.up) as bigint) as up, cast(sum(h.down) as bigint) as down`

function wanted({ client, group, inbound, node }: UsageQuery): RawBuilder<unknown> {
  const on = (condition: RawBuilder<unknown>) => sql`exists (select 1 from client_inbounds as a
    join inbounds as i on i.id = a.inbound_id where a.client_id = c.id and ${condition})`
  const conditions = [
    sql`n.kind = ${sql.lit(kinds.client)}`,
    ...(client === undefined ? [] : [sql`n.name = ${client}`]),
    ...(group === undefined ? [] : [sql`coalesce(c.group_name, '') = ${group}`]),
    ...(inbound === undefined ? [] : [on(sql`i.tag = ${inbound}`)]),
    ...(node === undefined ? [] : [on(sql`coalesce(i.node_id, 0) = ${sql.lit(Number(node) || 0)}`)]),
  ]
  return sql.join(conditions, sql` and `)
}

const orders: Record<UsageQuery['sort'], string> = {
  total: 'up + down',
  down: 'down',
  up: 'up',
  name: 'key',
}

/** One page, each row with the sums over all of them. The key decides between equal amounts. */
const page = (sums: RawBuilder<unknown>, { sort, order, page: number, pageSize }: Page) => {
  const direction = sql.raw(order === 'descend' ? 'desc' : 'asc')
  return sql<Sums>`with t as (${sums})
    select t.*, (select count(*) from t) as rows, (select cast(sum(up) as bigint) from t) as all_up,
      (select cast(sum(down) as bigint) from t) as all_down
    from t order by ${sql.raw(orders[sort])} ${direction}, key
    limit ${sql.lit(pageSize)} offset ${sql.lit((number - 1) * pageSize)}`
}

const perClient = (days: Days) => sql`(select h.ref, ${summed} from (${inRange(days)}) as h group by h.ref)`

export const sumsByClient = (days: Days, query: Page) =>
  page(
    sql`select n.name as key, c.group_name as "group", s.up, s.down from ${perClient(days)} as s
      join history_names as n on n.id = s.ref left join clients as c on c.email = n.name
      where ${wanted(query)}`,
    query,
  )

export const sumsByGroup = (days: Days, query: Page) =>
  page(
    sql`select coalesce(c.group_name, '') as key, null as "group", ${summed} from ${perClient(days)} as h
      join history_names as n on n.id = h.ref left join clients as c on c.email = n.name
      where ${wanted(query)} group by coalesce(c.group_name, '')`,
    query,
  )

/** The traffic of a group by bucket. */
export const sumsByDay = (days: Days, group: string) => sql<Point>`
  select h.at as t, ${summed} from (${inRange(days)}) as h join history_names as n on n.id = h.ref
  left join clients as c on c.email = n.name
  where n.kind = ${sql.lit(kinds.client)} and coalesce(c.group_name, '') = ${group} group by h.at`

/** Jumps from bucket to bucket by index, so that the rows of clients between them are not read. */
export const buckets = (table: string, from: RawBuilder<unknown>, to: number) => sql`
  with recursive b(at) as (
    select min(at) from ${sql.table(table)} where at >= ${from}
    union all
    select (select min(f.at) from ${sql.table(table)} as f where f.at > b.at) from b where b.at < ${sql.lit(to)}
  ) select at from b where at < ${sql.lit(to)}`
