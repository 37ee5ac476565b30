import type { UsageQuery, UsageRow } from '#contract/usage-api.ts'
import { inBuckets, type Point, type ZoneOffset } from '#domain/traffic/buckets.ts'
import { type Days, dayOf } from '#domain/traffic/days.ts'
import type { Db } from '../../store/open.ts'
import { everyone } from './names.ts'
import type { Run } from './place-days.ts'
import {
  type Counted,
  countedByPlace,
  countedOfClient,
  inboundOf,
  type PlaceSums,
  sumsByPlace,
} from './places-sql.ts'
import { sumOf } from './record.ts'
import type { TrafficHistory } from './room.ts'

interface Deps {
  engine: Db['engine']
  run: Run
  read: TrafficHistory['read']
  offset(): ZoneOffset
}

type Kind = 'inbound' | 'node'
interface Charge {
  counted: number
  charged: number
}
/** By the key of a row, and its day if there is one for each. */
type Charges = (key: string, day?: string) => Partial<Charge>

const keyOf = (key: string, day = ''): string => `${day} ${key}`

/** What was counted by client there; a place without such bytes has none. */
function chargesIn(
  counted: readonly Counted[],
  keysOf: (place: number) => string,
  dayIn: (at: number) => string,
): Charges {
  const sums = new Map<string, Charge>()
  for (const { place, day, counted: bytes, charged } of counted) {
    const key = keyOf(keysOf(place), dayIn(day))
    const sum = sums.get(key) ?? { counted: 0, charged: 0 }
    sums.set(key, { counted: sum.counted + bytes, charged: sum.charged + charged })
  }
  return (key, day) => sums.get(keyOf(key, day)) ?? {}
}

/** A node has its rows below zero; what no node counted was counted here. */
const nodeOf = (place: number): string => (place < 0 ? String(-place) : '0')

/** Usage of inbounds and nodes, and by day, with what was counted by client there. */
export function createPlaces({ engine, run, read, offset }: Deps) {
  const dayIn = (at: number) => dayOf(at, offset())
  const whole = (days: Days) => ({ from: days.from, to: days.to, step: '1d' as const })

  /** One row for each place, or for each place and day. */
  async function sumsOf(kind: Kind, days: Days, isByDay: boolean): Promise<UsageRow[]> {
    const found = await run(sumsByPlace(engine, kind, days, isByDay))
    return [...Map.groupBy(found, ({ key }) => key)].flatMap(([key, sums]) => {
      const { name, id } = sums[0] as PlaceSums // a group has a row
      const row = { key, name: name ?? key, ...(id !== null && { id }) }
      return pointsIn(sums, isByDay).map(({ t, up, down }) => ({
        ...{ ...row, up, down },
        ...(isByDay && { day: dayIn(t) }),
      }))
    })
  }

  function pointsIn(sums: readonly { at: number; up: number; down: number }[], isByDay: boolean): Point[] {
    const points = sums.map(({ at, up, down }) => ({ t: at, up, down }))
    return isByDay ? inBuckets(points, '1d', offset()) : points
  }

  /** This server: everything that no node counted. */
  async function here(far: readonly UsageRow[], days: Days, isByDay: boolean): Promise<UsageRow[]> {
    const { points } = await read(everyone.kind, everyone.name, whole(days))
    const all = isByDay ? points : [{ t: 0, ...sumOf(points) }]
    return all.flatMap(({ t, up, down }) => {
      const day = isByDay ? dayIn(t) : undefined
      const others = sumOf(far.filter((row) => row.day === day))
      const rest = { up: Math.max(0, up - others.up), down: Math.max(0, down - others.down) }
      return rest.up + rest.down > 0
        ? [{ key: '0', name: '', ...rest, ...(day !== undefined && { day }) }]
        : []
    })
  }

  async function byPlace(kind: Kind, days: Days, isByDay = false): Promise<UsageRow[]> {
    const found = await sumsOf(kind, days, isByDay)
    const rows = kind === 'inbound' ? found : [...found, ...(await here(found, days, isByDay))]
    const counted = await run(countedByPlace(days))
    const tags = new Map(found.map(({ key, id }) => [id, key]))
    const keys = kind === 'node' ? nodeOf : (place: number) => tags.get(place) ?? ''
    const charges = chargesIn(counted, keys, isByDay ? dayIn : () => '')
    return rows.map((row) => ({ ...row, ...charges(row.key, row.day) }))
  }

  /** What was counted by client, by day: of one client, inbound or node, or of all of them. */
  async function chargesByDay(days: Days, { client, inbound, node, group }: UsageQuery): Promise<Charges> {
    if (group !== undefined && client === undefined && inbound === undefined && node === undefined)
      return () => ({})
    const counted = await run(client === undefined ? countedByPlace(days) : countedOfClient(days, client))
    const isWanted = client === undefined ? await placesIn(inbound, node) : () => true
    const some = counted.filter(({ place }) => isWanted(place))
    return chargesIn(some, () => '', dayIn)
  }

  async function placesIn(inbound: string | undefined, node: string | undefined) {
    if (inbound === undefined) return (place: number) => node === undefined || nodeOf(place) === node
    const [row] = await run(inboundOf(inbound))
    return (place: number) => place === row?.id
  }

  async function byDay(points: readonly Point[], days: Days, query: UsageQuery): Promise<UsageRow[]> {
    const charges = await chargesByDay(days, query)
    return points.map(({ t, up, down }) => {
      const day = dayIn(t)
      return { key: day, name: day, up, down, ...charges('', day) }
    })
  }

  return { byPlace, byDay }
}
