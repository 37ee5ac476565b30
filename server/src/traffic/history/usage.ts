import type { RawBuilder } from 'kysely'
import type { UsageBy, UsageQuery, UsageRow, UsageSummary } from '#contract/usage-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { inBuckets, type Point, steps } from '#domain/traffic/buckets.ts'
import { comparisons, type Days, dayOf, daysFrom, daysOf } from '#domain/traffic/days.ts'
import { csvLine } from '../../platform/csv.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Base } from '../../settings/base-services.ts'
import type { BulkReads } from '../../store/bulk-reads/bulk-reads.ts'
import { createClientInbounds } from './client-inbounds.ts'
import { everyone } from './names.ts'
import { createPlaces } from './places.ts'
import { sumOf } from './record.ts'
import type { TrafficHistory } from './room.ts'
import { type Sums, sumsByClient, sumsByDay, sumsByGroup } from './usage-sql.ts'

interface Deps extends Pick<Base, 'db' | 'now'> {
  bulkReads: Pick<BulkReads, 'scan'>
  history: Pick<TrafficHistory, 'read' | 'zone' | 'offset'>
}

interface Answer {
  items: UsageRow[]
  count: number
  total: { up: number; down: number; charged?: number }
}
type Paged = UsageQuery & { page: number; pageSize: number }

/** A sum over every client reads one row for each of them and day; other sums read one row per day and name. */
const mostDays: Record<UsageBy, number> = {
  client: 92,
  group: 92,
  day: 731,
  inbound: 731,
  node: 731,
  clientInbound: 92,
}
/** A page of every client, inbound and day sorts one row for each of them. */
const mostPairDays = 7
/** Rows of a download. A panel has at most this many clients. */
const mostRows = 200_000
/** Pages of the last minute are kept: going back and forth must not sum up again. */
const keptMs = 60_000
const mostKept = 20

const nothing: Answer = { items: [], count: 0, total: { up: 0, down: 0 } }

const weigh: Record<UsageQuery['sort'], (a: UsageRow, b: UsageRow) => number> = {
  total: (a, b) => a.up + a.down - b.up - b.down,
  down: (a, b) => a.down - b.down,
  up: (a, b) => a.up - b.up,
  name: (a, b) =>
    (a.name || a.key).localeCompare(b.name || b.key) || (a.day ?? '').localeCompare(b.day ?? ''),
}

/** Few rows: sorted and paged here. */
function paged(rows: readonly UsageRow[], { sort, order, page, pageSize }: Paged): Answer {
  const sorted = rows.toSorted((a, b) => (order === 'descend' ? -1 : 1) * weigh[sort](a, b))
  return {
    items: sorted.slice((page - 1) * pageSize, page * pageSize),
    count: rows.length,
    total: sumOf(rows),
  }
}

const counts = ['counted', 'charged']
const amounts = ['download', 'upload', 'total']
/** Columns of a download. */
const namesOf = {
  ...{ client: ['client', 'group'], group: ['group'], day: ['day'] },
  ...{ inbound: ['inbound', 'tag'], node: ['node'] },
}
const chargesOf = { client: [], group: [], day: counts, inbound: counts, node: counts }

/** A row for each inbound or node and day. */
const isSplit = ({ by, days }: UsageQuery): boolean => days === true && (by === 'inbound' || by === 'node')

function cellsOf(query: UsageQuery, row: UsageRow): string[] {
  const { by } = query
  const { key, name, group = '', day = '', up, down, counted = 0, charged = 0 } = row
  const more = by === 'client' ? [group] : by === 'inbound' ? [key] : []
  const charges = by === 'client' || by === 'group' ? [] : [counted, charged]
  return [name, ...more, ...(isSplit(query) ? [day] : []), ...[down, up, up + down, ...charges].map(String)]
}

/** How much was used by day, client, group, inbound and node. Days are those of the panel's time zone. */
export function createUsage({ db, bulkReads, history, now }: Deps) {
  const { read, zone, offset } = history
  const kept = new Map<string, { at: number; answer: Promise<Answer> }>()
  const seconds = () => Math.floor(now() / 1_000)

  async function rows<T>(statement: RawBuilder<T>): Promise<T[]> {
    const { sql: text, parameters } = statement.compile(db.read)
    return bulkReads.scan<T>(text, parameters)
  }

  const places = createPlaces({ engine: db.engine, run: rows, read, offset })
  const pairs = createClientInbounds({ run: rows, offset })

  function daysAsked({ by, range, from, to }: Pick<UsageQuery, 'by' | 'range' | 'from' | 'to'>): Days {
    const named = from !== undefined || to !== undefined
    const days = named
      ? daysFrom(from ?? to ?? '', to ?? from ?? '', offset())
      : daysOf(range, seconds(), offset())
    if (!days) throw new Refusal('usage.bad-days', {}, 'from')
    checkLength(days, mostDays[by])
    return days
  }

  function checkLength(days: Days, max: number): void {
    if (days.to - days.from > max * steps['1d'].seconds + 3_600)
      throw new Refusal('usage.too-many-days', { max }, 'from')
  }

  async function byDay(days: Days, query: UsageQuery): Promise<UsageRow[]> {
    const whole = { from: days.from, to: days.to, step: '1d' } as const
    const kind = (['client', 'inbound', 'node'] as const).find((one) => query[one] !== undefined)
    const { kind: of, name } = kind ? { kind, name: query[kind] ?? '' } : everyone
    const points =
      !kind && query.group !== undefined
        ? inBuckets(await rows(sumsByDay(days, query.group)), '1d', offset())
        : (await read(of, name, whole)).points
    return places.byDay(points, days, query)
  }

  async function byClients(days: Days, query: Paged): Promise<Answer> {
    const found: Sums[] = await rows(
      query.by === 'group' ? sumsByGroup(days, query) : sumsByClient(days, query),
    )
    const [first] = found
    return {
      items: found.map(({ key, group, up, down }) => ({
        key,
        name: key,
        ...(group !== null && { group }),
        up,
        down,
      })),
      count: first?.rows ?? 0,
      total: { up: first?.all_up ?? 0, down: first?.all_down ?? 0 },
    }
  }

  async function answer(days: Days, query: Paged): Promise<Answer> {
    const { client = '', group = '', inbound = '', node = '' } = query
    if (!isStorable(client + group + inbound + node)) return nothing // no stored name is like that
    if (query.by === 'day') return paged(await byDay(days, query), query)
    if (query.by === 'inbound' || query.by === 'node')
      return paged(await places.byPlace(query.by, days, query.days), query)
    if (query.by === 'clientInbound') return pairs.list(days, query)
    return byClients(days, query)
  }

  /** One sum at a time for a question that several readers ask. */
  function keptAnswer(days: Days, query: Paged): Promise<Answer> {
    const key = JSON.stringify([days.from, days.to, query])
    const known = kept.get(key)
    if (known && now() - known.at < keptMs) return known.answer
    const made = { at: now(), answer: answer(days, query) }
    kept.delete(key)
    kept.set(key, made)
    made.answer.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return made.answer
  }

  async function list(query: Paged) {
    const days = daysAsked(query)
    if (query.by === 'clientInbound' && query.days && query.client === undefined)
      checkLength(days, mostPairDays)
    const found = await keptAnswer(days, query)
    return { zone: zone(), from: days.first, to: days.last, ...found }
  }

  async function* csv(days: Days, query: UsageQuery): AsyncGenerator<string> {
    if (query.by === 'clientInbound') return yield* pairs.csv(days, query)
    const { items } = await answer(days, { ...query, page: 1, pageSize: mostRows })
    yield csvLine([
      ...namesOf[query.by],
      ...(isSplit(query) ? ['day'] : []),
      ...amounts,
      ...chargesOf[query.by],
    ])
    let text = ''
    for (const row of items) {
      text += csvLine(cellsOf(query, row))
      if (text.length < 64 * 1024) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }

  /** Bytes of all clients in a stretch that may begin and end within an hour. */
  function within(points: readonly Point[], from: number, to: number) {
    const length = steps['1h'].seconds
    const parts = points.map(({ t, up, down }) => {
      const share = Math.min(1, Math.max(0, (Math.min(to, t + length) - Math.max(from, t)) / length))
      return { up: Math.round(up * share), down: Math.round(down * share) }
    })
    return sumOf(parts)
  }

  async function summary(): Promise<UsageSummary> {
    const at = seconds()
    const periods = comparisons(at, offset())
    const from = Math.min(periods.month.before[0], periods.yesterday.before[0])
    const { points } = await read(everyone.kind, everyone.name, { from, to: at + 1, step: '1h' })
    // The open hour is whole up to now.
    const end = (to: number) => (to === at ? at + steps['1h'].seconds : to)
    const compare = ({ now: [begin, until], before }: (typeof periods)['today']) => ({
      ...within(points, begin, end(until)),
      before: within(points, ...before),
    })
    return {
      zone: zone(),
      day: dayOf(at, offset()),
      today: compare(periods.today),
      yesterday: compare(periods.yesterday),
      month: compare(periods.month),
    }
  }

  return { list, summary, daysAsked, download: (query: UsageQuery) => csv(daysAsked(query), query) }
}

export type Usage = ReturnType<typeof createUsage>
