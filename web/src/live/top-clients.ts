import type { ClientTrafficRow, EventFrame } from '#contract/events.ts'
import { createCell } from '../ui/cell.ts'
import { STALE_MS, tickSeconds } from './tick.ts'

/** Bytes per second. */
export interface ClientRate {
  email: string
  up: number
  down: number
}

const MOST = 10

const none: readonly ClientRate[] = []
const still: ReadonlyMap<string, ClientRate> = new Map()

function ratesOf(rows: readonly ClientTrafficRow[], seconds: number): Map<string, ClientRate> {
  const sums = new Map<string, ClientRate>()
  // A delayed frame may contain the same client twice.
  for (const { email, up, down } of rows) {
    const sum = sums.get(email) ?? { email, up: 0, down: 0 }
    sums.set(email, { email, up: sum.up + up / seconds, down: sum.down + down / seconds })
  }
  return sums
}

const loudest = (rates: ReadonlyMap<string, ClientRate>): ClientRate[] =>
  [...rates.values()]
    .filter(({ up, down }) => up + down > 0)
    .sort((a, b) => b.up + b.down - a.up - a.down)
    .slice(0, MOST)

/** The clients with the most traffic right now, from the deltas of the last tick. */
export function createTopClients() {
  const top = createCell<readonly ClientRate[]>(none)
  const rates = createCell(still)
  let ticked = 0
  let spoke = 0
  return {
    top,
    /** Of everybody who moved, by email. */
    rates,
    receive(frame: EventFrame): void {
      if (frame.time - spoke > STALE_MS) {
        top.set(none)
        rates.set(still)
      }
      if (frame.type !== 'traffic' || !frame.payload.clientTraffics) return
      const seconds = tickSeconds(frame.time - ticked)
      ticked = frame.time
      // A tick without traffic does not clear the list at once, so that it does not flicker.
      if (frame.payload.clientTraffics.length === 0) return
      spoke = frame.time
      rates.set(ratesOf(frame.payload.clientTraffics, seconds))
      top.set(loudest(rates.get()))
    },
  }
}
