import { sql } from 'kysely'
import type { Instance } from '../instance/instance.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'

/** A client who is online here. `place` is blank, a network of a client with an address limit, or a node. */
export interface Here {
  email: string
  place: string
}

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  instance: Pick<Instance, 'id' | 'others'>
}

interface Row extends Here {
  since: number
  rev: number
  gone: number
}

/** Who is online at one other instance: by email, the places and since when. */
interface Snapshot {
  rev: number
  online: Map<string, Map<string, number>>
}

/** Rows of clients who left are kept this long, for the other instances to read. */
const goneKeptMs = 120_000
const keyOf = ({ email, place }: Here) => `${email}\n${place}`
const nowhere: ReadonlyMap<string, number> = new Map()
const columns = {
  instance: 'text',
  email: 'text',
  place: 'text',
  since: 'int',
  rev: 'int',
  gone: 'int',
} as const
const onKnown = sql`on conflict (instance, email, place) do update
  set since = excluded.since, rev = excluded.rev, gone = excluded.gone`

export const nodePlace = (node: number): string => `node ${node}`
const isNode = (place: string): boolean => place.startsWith('node ')

/** Nobody is online at an instance that starts, or at one that is gone. */
export async function forgetOnline(tx: Tx, instance: string): Promise<void> {
  await tx
    .deleteFrom('online_elsewhere')
    .where((e) =>
      e.or([e('instance', '=', instance), e('instance', 'not in', e.selectFrom('instances').select('id'))]),
    )
    .execute()
}

/**
 * Who is online at the other instances on a PostgreSQL, and who is online here, for them. Only what changes is written
 * and read, and nothing at all while this instance is alone.
 */
export function createOtherInstances({ db, commit, instance, now }: Deps) {
  const { insert } = setsFor(db.engine)
  /** What the others can read of this instance, with the time since when. */
  let told = new Map<string, Here & { since: number }>()
  let rev = 0
  const snapshots = new Map<string, Snapshot>()
  const gathered = new Map<string, readonly string[]>()

  async function clear(): Promise<void> {
    if (told.size === 0) return
    await commit.upkeep((tx) => forgetOnline(tx, instance.id))
    told = new Map()
  }

  async function tell(here: readonly Here[]): Promise<void> {
    if (db.engine === 'sqlite') return
    if (instance.others().length === 0) return clear()
    const at = now()
    const next = new Map(
      here.map((one) => [keyOf(one), { ...one, since: told.get(keyOf(one))?.since ?? at }]),
    )
    const came = [...next].filter(([key]) => !told.has(key)).map(([, one]) => ({ ...one, gone: 0 }))
    const left = [...told].filter(([key]) => !next.has(key)).map(([, one]) => ({ ...one, gone: 1 }))
    if (came.length + left.length === 0) return
    rev = Math.max(rev + 1, at)
    const rows = [...came, ...left].map((row) => ({ ...row, instance: instance.id, rev }))
    await commit.upkeep(async (tx) => {
      await insert(tx, 'online_elsewhere', rows, columns, onKnown)
      await tx
        .deleteFrom('online_elsewhere')
        .where('instance', '=', instance.id)
        .where('gone', '=', 1)
        .where('rev', '<', at - goneKeptMs)
        .execute()
    })
    told = next
  }

  function take({ online }: Snapshot, { email, place, since, gone }: Row): void {
    const places = online.get(email) ?? new Map<string, number>()
    if (gone === 1) places.delete(place)
    else places.set(place, since)
    if (places.size > 0) online.set(email, places)
    else online.delete(email)
  }

  async function read(): Promise<void> {
    // A process that was started again has not written anything yet.
    const running = new Map(instance.others().map(({ id, startedAt }) => [`${id} ${startedAt}`, id]))
    for (const key of snapshots.keys())
      if (!running.has(key)) {
        snapshots.delete(key)
        gathered.clear()
      }
    for (const [key, id] of running) {
      const snapshot = snapshots.get(key) ?? { rev: 0, online: new Map() }
      snapshots.set(key, snapshot)
      const rows = await db.rows<Row>(
        'select email, place, since, rev, gone from online_elsewhere where instance = $1 and rev > $2 order by rev',
        [id, snapshot.rev],
      )
      if (rows.length > 0) gathered.clear()
      for (const row of rows) take(snapshot, row)
      snapshot.rev = rows.at(-1)?.rev ?? snapshot.rev
    }
  }

  function* everyone(): Generator<[email: string, places: ReadonlyMap<string, number>]> {
    for (const { online } of snapshots.values()) yield* online
  }

  /** Asked for with every subscription: gathered once after each read. */
  function atPlaces(name: string, fits: (place: string) => boolean): readonly string[] {
    const known = gathered.get(name)
    if (known) return known
    const emails = new Set<string>()
    for (const [email, places] of everyone())
      for (const place of places.keys()) if (fits(place)) emails.add(email)
    gathered.set(name, [...emails])
    return [...emails]
  }

  return {
    tell,
    read,
    /** Something may have been missed. */
    forget(): void {
      snapshots.clear()
      gathered.clear()
    },
    online: (): readonly string[] => atPlaces('', (place) => place === ''),
    onNode: (node: number): readonly string[] =>
      atPlaces(nodePlace(node), (place) => place === nodePlace(node)),
    onAnyNode: (): readonly string[] => atPlaces('nodes', isNode),
    /** Networks from which a client is connected at other instances, with the time since when. */
    networks(email: string): ReadonlyMap<string, number> {
      let all: Map<string, number> | undefined
      for (const { online } of snapshots.values())
        for (const [place, since] of online.get(email) ?? nowhere)
          if (place !== '' && !isNode(place)) {
            all ??= new Map()
            all.set(place, Math.min(since, all.get(place) ?? since))
          }
      return all ?? nowhere
    },
  }
}

export type OtherInstances = ReturnType<typeof createOtherInstances>
