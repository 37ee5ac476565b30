import type { CapView } from '#contract/caps-api.ts'
import { countedBytes, periodOf, stageOf } from '#domain/traffic/caps.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import type { Base } from '../settings/base-services.ts'
import { everyone, kinds } from '../traffic/history/names.ts'
import type { PlaceBytes, Run, Wanted } from '../traffic/history/place-days.ts'
import type { TrafficHistory } from '../traffic/history/room.ts'
import { type CapRow, nameOf, type Place, termsOf, type World } from './store.ts'

interface Deps extends Pick<Base, 'now' | 'settings'> {
  history: Pick<TrafficHistory, 'placeBytes'>
}

/** The names in the history that say what passed there. Of this server: everything, less what nodes counted. */
function wantedOf(places: readonly Place[], { inbounds }: World): Wanted[] {
  const of = (kind: Place['kind']) => places.filter((one) => one.kind === kind).map(({ id }) => id)
  const isHere = of('server').length > 0
  const tags = inbounds.filter(({ id }) => of('inbound').includes(id)).map(({ tag }) => tag)
  const all: Wanted[] = [
    { kind: everyone.kind, names: isHere ? [everyone.name] : [] },
    { kind: 'node', names: isHere ? 'all' : of('node').map(String) },
    { kind: 'inbound', names: tags },
  ]
  return all.filter(({ names }) => names.length > 0)
}

const sumOf = (rows: readonly PlaceBytes[]) => ({
  up: rows.reduce((sum, { up }) => sum + up, 0),
  down: rows.reduce((sum, { down }) => sum + down, 0),
})

/** What passed at a place. */
function bytesOf({ kind, id }: Place, rows: readonly PlaceBytes[], { inbounds }: World) {
  const of = (what: keyof typeof kinds) => rows.filter((row) => row.kind === kinds[what])
  if (kind === 'node') return sumOf(of('node').filter(({ name }) => name === String(id)))
  if (kind === 'inbound') {
    const tag = inbounds.find((one) => one.id === id)?.tag
    return sumOf(of('inbound').filter(({ name }) => name === tag))
  }
  const [all, far] = [sumOf(of('all')), sumOf(of('node'))]
  return { up: Math.max(0, all.up - far.up), down: Math.max(0, all.down - far.down) }
}

/** What has been used of caps, from the history: its days, and what is not in them yet. */
export function createJudge({ now, settings, history }: Deps) {
  const zone = () => zoneOf(settings.current())

  /** `wanted` may be of places without a cap. */
  return async function judge(
    run: Run,
    wanted: readonly (Place & { row: CapRow | undefined })[],
    world: World,
  ): Promise<CapView[]> {
    const at = now()
    const named = wanted.flatMap(({ kind, id, row }) => {
      const name = nameOf(world, { kind, id })
      const terms = termsOf(row)
      return name === undefined ? [] : [{ kind, id, name, ...terms, ...periodOf(terms.resetDay, zone(), at) }]
    })
    const from = Math.min(...named.map((one) => one.from))
    const rows =
      named.length > 0 ? await history.placeBytes(run, wantedOf(named, world), Math.floor(from / 1_000)) : []
    return named.map((one) => {
      const since = rows.filter((row) => row.at * 1_000 >= one.from)
      const bytes = bytesOf(one, since, world)
      const used = countedBytes(one.counts, bytes)
      return { ...one, ...bytes, used, stage: stageOf(one, used) }
    })
  }
}

export type Judge = ReturnType<typeof createJudge>
