import type { UsageQuery, UsageRow } from '#contract/usage-api.ts'
import type { ZoneOffset } from '#domain/traffic/buckets.ts'
import { type Days, dayOf } from '#domain/traffic/days.ts'
import { csvLine } from '../../platform/csv.ts'
import { type PairSums, pairDays, pairSpan, pairsOf, pairsPage, placeNames } from './client-inbounds-sql.ts'
import type { Run } from './place-days.ts'

interface Deps {
  run: Run
  offset(): ZoneOffset
}

type PlaceOf = (place: number) => NonNullable<UsageRow['place']>

/** Clients of a download that are read at once. */
const clientsAtOnce = 5_000

/** What each client used on each inbound, where that is counted apart. */
export function createClientInbounds({ run, offset }: Deps) {
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
    const [found, placeOf] = [await run(pairsPage(days, query)), await places()]
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

  /** Day by day, client by client, read in portions, so that its size does not matter. */
  async function* csv(days: Days, query: UsageQuery): AsyncGenerator<string> {
    const day = query.days ? ['day'] : []
    yield csvLine(['client', 'group', 'inbound', 'tag', 'node', ...day, ...amounts])
    const placeOf = await places()
    const [span] = await run(pairSpan(query))
    const [first, last] = [span?.first ?? 1, span?.last ?? 0]
    const all = (await run(pairDays(days))).map(({ day: at }) => at)
    for (const at of query.days ? all.map((one) => [one]) : all.length > 0 ? [all] : [])
      for (let after = first - 1; after < last; after += clientsAtOnce) {
        const until = Math.min(last, after + clientsAtOnce)
        const rows = await run(pairsOf(days, query, { clients: [after, until], at }))
        if (rows.length > 0) yield rows.map((row) => lineOf(row, placeOf(row.place))).join('')
      }
  }

  function lineOf({ email, group, day, up, down, charged }: PairSums, place: ReturnType<PlaceOf>): string {
    const names = place.node === undefined ? [place.name, place.inbound ?? '', ''] : ['', '', place.name]
    const ofDay = day > 0 ? [dayIn(day)] : []
    const sums = [down, up, up + down, charged].map(String)
    return csvLine([email ?? '', group ?? '', ...names, ...ofDay, ...sums])
  }

  return { list, csv }
}

const amounts = ['download', 'upload', 'total', 'charged'] as const
