import type { NodeFacts } from './needs.ts'

/** How many clients are online at each place: 0 is this panel, the others are node ids. Infinite where nobody can connect. */
type Loads = ReadonlyMap<number, number>

export interface LoadOrder {
  /** Places, the least loaded first. */
  order: readonly number[]
  /** Since when a place has been ahead of one that is listed before it, in milliseconds. */
  aheadSince: ReadonlyMap<number, number>
}

export const noOrder: LoadOrder = { order: [], aheadSince: new Map() }

/**
 * How long a place has to be ahead before the order changes. Apps that ask twice within this time get the same list.
 */
export const aheadForMs = 5 * 60_000
const leastClients = 3
const leastShare = 0.2

/** The load below which another place is ahead of this one. Rises with the load, so the highest decides for all. */
const below = (load: number): number => Math.min(load - leastClients, load * (1 - leastShare))

/** Places that are ahead of one listed before them by the margin. */
function ahead(order: readonly number[], loadOf: (place: number) => number): number[] {
  const found: number[] = []
  let most = Number.NEGATIVE_INFINITY
  for (const place of order) {
    const load = loadOf(place)
    if (Number.isFinite(load) && load <= most) found.push(place)
    most = Math.max(most, below(load))
  }
  return found
}

/**
 * The order of places after a measurement. It stays until a place has been ahead of one listed before it by the margin
 * (a fifth, and three clients at least) for five minutes without a break; then all are sorted anew. Places that are not
 * measured any more are dropped, and new ones come last.
 */
export function nextOrder(before: LoadOrder, loads: Loads, now: number): LoadOrder {
  const loadOf = (place: number): number => loads.get(place) ?? Number.POSITIVE_INFINITY
  const byLoad = (places: readonly number[]) =>
    places.toSorted((a, b) => (loadOf(a) === loadOf(b) ? 0 : loadOf(a) - loadOf(b)))
  const known = before.order.filter((place) => loads.has(place))
  const added = [...loads.keys()].filter((place) => !known.includes(place)).sort((a, b) => a - b)
  // A first measurement has nothing to keep.
  const order = known.length === 0 ? byLoad(added) : [...known, ...added]
  const aheadSince = new Map(
    ahead(order, loadOf).map((place) => [place, before.aheadSince.get(place) ?? now]),
  )
  const isDue = [...aheadSince.values()].some((since) => now - since >= aheadForMs)
  return isDue ? { order: byLoad(order), aheadSince: new Map() } : { order, aheadSince }
}

/** The rank of each place relative to this panel: below 0 before its own inbounds, above 0 after them. */
export function ranksOf(order: readonly number[]): Map<number, number> {
  const here = Math.max(0, order.indexOf(0))
  return new Map(order.map((place, at) => [place, at - here]))
}

/** The order again from the ranks that were stored. */
export const orderOf = (ranks: ReadonlyMap<number, number>): number[] =>
  [...new Map([...ranks, [0, 0]]).entries()]
    .toSorted(([a, rankA], [b, rankB]) => rankA - rankB || a - b)
    .map(([place]) => place)

/** Whether clients can connect through a node, as far as it is known. */
type NodeHealth = Pick<NodeFacts, 'enable' | 'status' | 'coreState' | 'lastAnswer'>

const isCoreDown = ({ status, coreState }: NodeHealth): boolean =>
  status === 'online' && coreState !== '' && coreState !== 'running'

/** A disabled node is not probed, so it does not count as down. */
export const isWell = (health: NodeHealth): boolean =>
  !health.enable || (health.status !== 'offline' && !isCoreDown(health))

/**
 * Since when nobody can connect. An answering node does not say since when its core is off: `seenAt` is when this was
 * first seen.
 */
export function downSince(health: NodeHealth, seenAt: number): number | undefined {
  if (isWell(health)) return undefined
  return isCoreDown(health) ? seenAt : Math.min(seenAt || health.lastAnswer, health.lastAnswer)
}
