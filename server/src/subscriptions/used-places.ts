import type { Settings } from '#contract/settings.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import type { InboundTraffic } from '../clients/inbound-traffic.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../store/open.ts'
import type { Sets } from '../store/sets.ts'
import { type Asked, allEntries } from './entries.ts'
import type { Served } from './feed.ts'

/** What a person used on a server since the counters were reset. */
export interface UsedPlace {
  /** As in the subscription; blank: everything else. */
  name: string
  used: number
  /** What that counts against the quota. */
  charged: number
}

interface Deps extends Clock {
  db: Pick<Db, 'read'>
  sets: Pick<Sets, 'among'>
  inboundTraffic: Pick<InboundTraffic, 'of'>
}

/** Clients of one subscription that are added up, and names of one place. */
const mostClients = 10
const mostNames = 3

/** Names of the subscription's entries by inbound. */
function namesIn({ found }: Served, asked: Asked): Map<number, string[]> {
  const listed = { ...asked, disabledToo: true, plainNames: true, withoutKeyToo: true }
  const entries = Map.groupBy(allEntries(found, listed).entries, ({ inboundId }) => inboundId)
  return new Map([...entries].map(([id, some]) => [id, some.map(({ remark }) => remark)]))
}

/** A node says how much, and not on which of its inbounds: there it has the names of all of them. */
async function withNodes(
  { db, sets }: Pick<Deps, 'db' | 'sets'>,
  names: ReadonlyMap<number, string[]>,
): Promise<Map<number, string[]>> {
  const rows = await db.read
    .selectFrom('inbounds')
    .select(['id', 'node_id'])
    .where(sets.among('id', [...names.keys()]))
    .orderBy('id')
    .execute()
  const all = new Map(names)
  for (const { id, node_id: nodeId } of rows) {
    const place = runsOn({ nodeId })
    if (place.kind === 'node')
      all.set(-place.node, [...(all.get(-place.node) ?? []), ...(names.get(id) ?? [])])
  }
  return all
}

const joined = (names: readonly string[]): string =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(', ')

/** What a person used on which of their servers, where that is counted apart: the most first, then everything else. */
export const createUsedPlaces =
  ({ db, sets, inboundTraffic, now }: Deps) =>
  async (served: Served, settings: Settings, requestHost: string): Promise<UsedPlace[]> => {
    const sums = new Map<number, { used: number; charged: number }>()
    for (const { id } of served.found.slice(0, mostClients))
      for (const { inboundId, nodeId, up, down, charged } of await inboundTraffic.of(db.read, id)) {
        const place = nodeId === undefined ? inboundId : -nodeId
        const sum = sums.get(place) ?? { used: 0, charged: 0 }
        sums.set(place, { used: sum.used + up + down, charged: sum.charged + charged })
      }
    if (sums.size === 0) return []
    const names = await withNodes({ db, sets }, namesIn(served, { settings, requestHost, now: now() }))
    const places = [...sums].flatMap(([place, sum]) => {
      const name = joined(names.get(place) ?? [])
      return name ? [{ name, ...sum }] : []
    })
    if (places.length === 0) return []
    const all = served.members.reduce((sum, { up, down }) => sum + up + down, 0)
    const rest = all - places.reduce((sum, { charged }) => sum + charged, 0)
    // What has just moved is added to these sums later.
    const others = rest > all / 100 ? [{ name: '', used: rest, charged: rest }] : []
    return [...places.toSorted((a, b) => b.used - a.used), ...others]
  }
