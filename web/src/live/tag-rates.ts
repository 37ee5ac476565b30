import type { EventFrame, TagTraffic } from '#contract/events.ts'
import { type Rate, silent, type TagRates } from '#domain/topology/flows.ts'
import { createCell } from '../ui/cell.ts'
import { STALE_MS, tickSeconds } from './tick.ts'

/** Nodes report every five seconds, but not in step with the ticks: a tick may have two reports, or none. */
const NODE_MS = 11_000

/** What a node last said about an inbound. */
interface Reported {
  at: number
  rate: Rate
}

function addTo(side: Map<string, Rate>, { Tag, Up, Down }: TagTraffic, seconds: number): void {
  const { up, down } = side.get(Tag) ?? { up: 0, down: 0 }
  side.set(Tag, { up: up + Up / seconds, down: down + Down / seconds })
}

/** The current rate of each inbound and outbound, from the deltas of the last tick. */
export function createTagRates() {
  const now = createCell<TagRates>(silent)
  const reported = new Map<string, Reported>()
  let ticked = 0

  /** The bytes since the report before; a tick without a report keeps the rate of the last one. */
  function nodeRates(rows: readonly TagTraffic[], time: number): Map<string, Rate> {
    const fresh = new Map<string, Rate>()
    for (const row of rows) addTo(fresh, row, tickSeconds(time - (reported.get(row.Tag)?.at ?? ticked)))
    for (const [tag, rate] of fresh) reported.set(tag, { at: time, rate })
    for (const [tag, { at }] of reported) if (time - at > NODE_MS) reported.delete(tag)
    return new Map([...reported].map(([tag, { rate }]) => [tag, rate]))
  }

  function ratesOf(rows: readonly TagTraffic[], time: number): TagRates {
    const seconds = tickSeconds(time - ticked)
    const inbound = nodeRates(
      rows.filter(({ onNode }) => onNode),
      time,
    )
    const outbound = new Map<string, Rate>()
    // A delayed frame may contain the same tag twice.
    for (const row of rows) if (!row.onNode) addTo(row.IsInbound ? inbound : outbound, row, seconds)
    return inbound.size + outbound.size === 0 ? silent : { inbound, outbound }
  }

  return {
    now,
    receive(frame: EventFrame): void {
      if (frame.time - ticked > STALE_MS) now.set(silent)
      if (frame.type !== 'traffic' || !frame.payload.traffics) return
      now.set(ratesOf(frame.payload.traffics, frame.time))
      ticked = frame.time
    },
  }
}
