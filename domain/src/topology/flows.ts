import type { Meter } from './graph.ts'

/** Bytes per second. */
export interface Rate {
  up: number
  down: number
}

/** By tag, as the core counts. A tag that is not among them is silent. */
export interface TagRates {
  inbound: ReadonlyMap<string, Rate>
  outbound: ReadonlyMap<string, Rate>
}

export const silent: TagRates = { inbound: new Map(), outbound: new Map() }

export function rateOf({ side, tags }: Meter, rates: TagRates): Rate {
  let [up, down] = [0, 0]
  for (const tag of tags) {
    const rate = rates[side].get(tag)
    up += rate?.up ?? 0
    down += rate?.down ?? 0
  }
  return { up, down }
}

const THINNEST = 2
const WIDEST = 14
/** The widest line on an idle panel would otherwise be one keep-alive. */
const LEAST_TOP = 128 * 1024

/** Root and not the figure itself: a call beside a download can still be seen. */
export function widthOf(bytesPerSecond: number, most: number): number {
  if (bytesPerSecond <= 0) return THINNEST
  const share = Math.sqrt(Math.min(1, bytesPerSecond / Math.max(most, LEAST_TOP)))
  return THINNEST + (WIDEST - THINNEST) * share
}
