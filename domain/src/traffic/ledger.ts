import { counterText, parseBase, splitCounter, withWay } from './counter.ts'
import type { Delta } from './delta.ts'

/** One counter of the core as it was read. */
export interface Counter {
  name: string
  value: number
}

/** The last reading of both ways of one name, as it is stored: it means something for one process of the core only. */
export interface Reading {
  kind: Delta['kind']
  name: string
  up: number
  down: number
}

/** Last readings by the core's own counter names: of one process, so empty for a new one. */
export type LastReadings = Map<string, number>

export const mostBytes = Number.MAX_SAFE_INTEGER

/** 64 bits of the core and whatever else is no count become one that arithmetic holds (P37). */
export const asCount = (value: number): number => (value > 0 ? Math.min(Math.trunc(value), mostBytes) : 0)

export function lastReadings(stored: readonly Reading[]): LastReadings {
  const last: LastReadings = new Map()
  for (const { kind, name, up, down } of stored) {
    last.set(counterText({ kind, name, way: 'up' }), up)
    last.set(counterText({ kind, name, way: 'down' }), down)
  }
  return last
}

/** The counters that differ from their last reading: most do not, and cost one look. */
export function movedCounters(last: ReadonlyMap<string, number>, counters: readonly Counter[]): Counter[] {
  const moved: Counter[] = []
  for (const counter of counters) {
    const { name } = counter
    const value = asCount(counter.value)
    if (value !== (last.get(name) ?? 0)) moved.push(value === counter.value ? counter : { name, value })
  }
  return moved
}

export interface Settled {
  deltas: Delta[]
  /** To be stored in the transaction that adds the deltas (R30). */
  readings: Reading[]
}

interface Entry {
  delta: Delta
  reading: Reading
}

/** What moved, by the beginning of the counters' names: filled in portions, so that many hold nobody up. */
export type Settling = Map<string, Entry | undefined>

function open(base: string, last: ReadonlyMap<string, number>): Entry | undefined {
  const whose = parseBase(base)
  if (!whose) return undefined
  const at = (way: 'up' | 'down') => last.get(withWay(base, way)) ?? 0
  return { delta: { ...whose, up: 0, down: 0 }, reading: { ...whose, up: at('up'), down: at('down') } }
}

/**
 * A counter without a reading in this process of the core counts from zero, and so does one that went back: nothing is
 * dropped (P33). Whether it is another process is not for a value to say: that one has an empty `last`. A counter
 * that is listed twice counts with its later value.
 */
export function take(into: Settling, last: ReadonlyMap<string, number>, moved: readonly Counter[]): void {
  for (const { name, value } of moved) {
    const split = splitCounter(name)
    if (!split) continue
    const { base, way } = split
    let entry = into.get(base)
    if (!entry && !into.has(base)) {
      entry = open(base, last)
      into.set(base, entry)
    }
    if (!entry) continue
    const before = last.get(name) ?? 0
    entry.delta[way] = value >= before ? value - before : value
    entry.reading[way] = value
  }
}

export function settled(all: Settling): Settled {
  const deltas: Delta[] = []
  const readings: Reading[] = []
  for (const entry of all.values()) {
    if (!entry) continue
    readings.push(entry.reading)
    if (entry.delta.up > 0 || entry.delta.down > 0) deltas.push(entry.delta)
  }
  return { deltas, readings }
}

export function settle(last: ReadonlyMap<string, number>, moved: readonly Counter[]): Settled {
  const all: Settling = new Map()
  take(all, last, moved)
  return settled(all)
}

/** After the commit, and only then. */
export function remember(last: LastReadings, moved: readonly Counter[]): void {
  for (const { name, value } of moved) last.set(name, value)
}
