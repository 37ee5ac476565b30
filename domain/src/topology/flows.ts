import type { Meter } from './graph.ts'

/** Bytes per second. */
export type Rate = Record<'up' | 'down', number>

/** By tag, as the core counts. A missing tag has no traffic. */
export type TagRates = Record<Meter['side'], ReadonlyMap<string, Rate>>

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
/** Minimum scale: otherwise one keep-alive would be the widest line on an idle panel. */
const LEAST_TOP = 128 * 1024

/** Square root, so that a call next to a download stays visible. */
export function widthOf(bytesPerSecond: number, most: number): number {
  if (bytesPerSecond <= 0) return THINNEST
  const share = Math.sqrt(Math.min(1, bytesPerSecond / Math.max(most, LEAST_TOP)))
  return THINNEST + (WIDEST - THINNEST) * share
}
