import { type RawBuilder, sql } from 'kysely'
import type { Days } from '#domain/traffic/days.ts'
import type { Db } from '../../store/open.ts'
import { kinds } from './names.ts'
import { buckets, summed, unfolded } from './usage-sql.ts'

export interface PlaceSums {
  key: string
  name: string | null
  id: number | null
  /** Unix seconds: a bucket of the day, if asked for by day. */
  at: number
  up: number
  down: number
}

/** Inbounds and nodes are few: one lookup for each of them and bucket. */
export function sumsByPlace(engine: Db['engine'], kind: 'inbound' | 'node', days: Days, isByDay: boolean) {
  // SQLite joins in the order that is written only where it says `cross`; a planner that scans would read everybody.
  const join = sql.raw(engine === 'sqlite' ? 'cross join' : 'join')
  const at = isByDay ? sql`h.at` : sql`0`
  const lookUp = (table: string, from: RawBuilder<unknown>) => sql`
    select h.ref, ${at} as at, h.up, h.down from (select id from history_names where kind = ${sql.lit(kinds[kind])}) as r
    cross join (${buckets(table, from, days.to)}) as b
    ${join} ${sql.table(table)} as h on h.at = b.at and h.ref = r.id`
  const place =
    kind === 'inbound'
      ? sql`left join inbounds as p on p.tag = n.name`
      : sql`left join nodes as p on cast(p.id as text) = n.name`
  const name = kind === 'inbound' ? sql`nullif(p.remark, '')` : sql`p.name`
  return sql<PlaceSums>`select n.name as key, ${name} as name, p.id as id, s.at, s.up, s.down
    from (select h.ref, h.at, ${summed} from (
      ${lookUp('history_days', sql`${sql.lit(days.from)}`)} union all ${lookUp('history_fine', unfolded(days))}
    ) as h group by h.ref, h.at) as s join history_names as n on n.id = s.ref ${place}`
}

/** What was counted by client: `place` is an inbound, or a node below zero. */
export interface Counted {
  place: number
  day: number
  counted: number
  charged: number
}

/** Of all clients: one row per inbound and day. */
export const countedByPlace = (days: Days) => sql<Counted>`
  select inbound_id as place, day, up + down as counted, charged from inbound_days
  where day >= ${sql.lit(days.from)} and day < ${sql.lit(days.to)}`

/** Of one client: its days by index. */
export const countedOfClient = (days: Days, email: string) => sql<Counted>`
  select d.inbound_id as place, d.day, d.up + d.down as counted, d.charged / 100 as charged
  from client_inbound_days as d join clients as c on c.id = d.client_id
  where c.email = ${email} and d.day >= ${sql.lit(days.from)} and d.day < ${sql.lit(days.to)}`

export const inboundOf = (tag: string) => sql<{ id: number }>`select id from inbounds where tag = ${tag}`
