import type { Inbound } from '#contract/inbound.ts'

export interface Load {
  inbound: Inbound
  /** Bytes per second in both directions. */
  rate: number
  online: number
}

interface Group {
  /** 0: this panel's own server. */
  nodeId: number
  rows: Load[]
}

/** More are on the page Inbounds. */
export const LINES = 10

const sumOf = ({ inbound: { up, down } }: Load): number => up + down

/** The place of each inbound by its id: the busiest first; what is off comes last. */
export const orderOf = (loads: readonly Load[]): ReadonlyMap<number, number> =>
  new Map(
    loads
      .toSorted(
        (a, b) =>
          Number(b.inbound.enable) - Number(a.inbound.enable) ||
          b.rate - a.rate ||
          b.online - a.online ||
          sumOf(b) - sumOf(a),
      )
      .map(({ inbound }, place) => [inbound.id, place]),
  )

/** The busiest, by the server that runs them: this one first, then nodes by their busiest inbound. */
export function byLoad(loads: readonly Load[], order: ReadonlyMap<number, number>): Group[] {
  const placeOf = ({ inbound }: Load) => order.get(inbound.id) ?? Number.POSITIVE_INFINITY
  const groups = new Map<number, Load[]>()
  for (const load of loads.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, LINES)) {
    const nodeId = load.inbound.nodeId ?? 0
    groups.set(nodeId, [...(groups.get(nodeId) ?? []), load])
  }
  return [...groups]
    .map(([nodeId, rows]) => ({ nodeId, rows }))
    .toSorted((a, b) => Number(b.nodeId === 0) - Number(a.nodeId === 0))
}
