import type { UsageQuery, UsageRow } from '#contract/usage-api.ts'
import { steps, type ZoneOffset } from '#domain/traffic/buckets.ts'
import { type Days, dayOf } from '#domain/traffic/days.ts'
import { csvLine } from '../../platform/csv.ts'
import { type EntrySums, entriesOf, entriesPage, entrySpan, placeNames } from './entries-sql.ts'
import type { Run } from './place-days.ts'

interface Deps {
  run: Run
  offset(): ZoneOffset
}

type PlaceOf = (place: number) => NonNullable<UsageRow['place']>

/** Rows of a download that are read at once. */
const rowsAtOnce = 20_000
const mostAtOnce = 2_000
const usualPlaces = 4

/** What each client used on each inbound, where that is counted apart. */
export function createEntries({ run, offset }: Deps) {
  /** A deleted inbound or node goes by its number. */
  async function places(): Promise<PlaceOf> {
    const known = new Map((await run(placeNames)).map((row) => [row.place, row]))
    return (place) => {
      const { name = `#${Math.abs(place)}`, tag } = known.get(place) ?? {}
      return { name, ...(place < 0 ? { node: -place } : { inbound: tag ?? '' }) }
    }
  }

  const dayIn = (at: number): string => (at === 0 ? '' : dayOf(at, offset()))

  async function list(days: Days, query: UsageQuery & { page: number; pageSize: number }) {
    const [found, placeOf] = [await run(entriesPage(days, query)), await places()]
    const [first] = found
    return {
      items: found.map(({ email, group, place, day, up, down, charged }) => ({
        ...{ key: email ?? '', name: email ?? '', place: placeOf(place), up, down, charged },
        ...(group && { group }),
        ...(day > 0 && { day: dayIn(day) }),
      })),
      count: first?.rows ?? 0,
      total: {
        ...{ up: first?.all_up ?? 0, down: first?.all_down ?? 0 },
        charged: first?.all_charged ?? 0,
      },
    }
  }

  /** Client by client, read in portions, so that its size does not matter. */
  async function* csv(days: Days, query: UsageQuery): AsyncGenerator<string> {
    const day = query.days ? ['day'] : []
    yield csvLine(['client', 'group', 'inbound', 'tag', 'node', ...day, ...amounts])
    const placeOf = await places()
    const [span] = await run(entrySpan(query))
    const [first, last] = [span?.first ?? 1, span?.last ?? 0]
    const dayCount = query.days ? Math.ceil((days.to - days.from) / steps['1d'].seconds) : 1
    const step = Math.max(1, Math.min(mostAtOnce, Math.floor(rowsAtOnce / (dayCount * usualPlaces))))
    for (let after = first - 1; after < last; after += step) {
      const rows = await run(entriesOf(days, query, [after, Math.min(last, after + step)]))
      if (rows.length > 0) yield rows.map((row) => lineOf(row, placeOf(row.place))).join('')
    }
  }

  function lineOf({ email, group, day, up, down, charged }: EntrySums, place: ReturnType<PlaceOf>): string {
    const names = place.node === undefined ? [place.name, place.inbound ?? '', ''] : ['', '', place.name]
    const ofDay = day > 0 ? [dayIn(day)] : []
    const sums = [down, up, up + down, charged].map(String)
    return csvLine([email ?? '', group ?? '', ...names, ...ofDay, ...sums])
  }

  return { list, csv }
}

const amounts = ['download', 'upload', 'total', 'charged'] as const
