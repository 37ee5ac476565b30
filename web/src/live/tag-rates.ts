import type { EventFrame, TagTraffic } from '#contract/events.ts'
import { type Rate, silent, type TagRates } from '#domain/topology/flows.ts'
import { createCell } from '../ui/cell.ts'
import { STALE_MS, tickSeconds } from './tick.ts'

function ratesOf(rows: readonly TagTraffic[], seconds: number): TagRates {
  const rates = { inbound: new Map<string, Rate>(), outbound: new Map<string, Rate>() }
  // A delayed frame may contain the same tag twice.
  for (const { Tag, Up, Down, IsInbound } of rows) {
    const side = IsInbound ? rates.inbound : rates.outbound
    const { up, down } = side.get(Tag) ?? { up: 0, down: 0 }
    side.set(Tag, { up: up + Up / seconds, down: down + Down / seconds })
  }
  return rates
}

/** The current rate of each inbound and outbound, from the deltas of the last tick. */
export function createTagRates() {
  const now = createCell<TagRates>(silent)
  let ticked = 0
  return {
    now,
    hear(frame: EventFrame): void {
      if (frame.time - ticked > STALE_MS) now.set(silent)
      if (frame.type !== 'traffic' || !frame.payload.traffics) return
      const seconds = tickSeconds(frame.time - ticked)
      ticked = frame.time
      const { traffics } = frame.payload
      now.set(traffics.length === 0 ? silent : ratesOf(traffics, seconds))
    },
  }
}

export type LiveTagRates = ReturnType<typeof createTagRates>
