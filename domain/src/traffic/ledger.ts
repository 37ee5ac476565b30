import { counterText, parseBase, splitCounter, withWay } from './counter.ts'
import type { Delta } from './delta.ts'

/** One counter reading from the core. */
export interface Counter {
  name: string
  value: number
}

/** The last stored reading of both directions of one name, valid for one core process only. */
export type Reading = Delta

/** Last readings by counter name, for one core process: empty for a new one. */
export type LastReadings = Map<string, number>

export const mostBytes = Number.MAX_SAFE_INTEGER

/** Converts a 64-bit or invalid value to a safe integer (P37). */
export const asCount = (value: number): number => (value > 0 ? Math.min(Math.trunc(value), mostBytes) : 0)

export function lastReadings(stored: readonly Reading[]): LastReadings {
  const last: LastReadings = new Map()
  for (const { kind, name, up, down } of stored) {
    last.set(counterText({ kind, name, way: 'up' }), up)
    last.set(counterText({ kind, name, way: 'down' }), down)
  }
  return last
}

/** The counters that changed since their last reading; unchanged ones cost one lookup. */
export function movedCounters(last: ReadonlyMap<string, number>, counters: readonly Counter[]): Counter[] {
  const moved: Counter[] = []
  for (const counter of counters) {
    const { name } = counter
    const value = asCount(counter.value)
    if (value !== (last.get(name) ?? 0)) moved.push(value === counter.value ? counter : { name, value })
  }
  return moved
}

interface Entry {
  delta: Delta
  reading: Reading
}

/** Movements by counter prefix, filled in portions so that many counters do not block the event loop. */
export type Movements = Map<string, Entry | undefined>

function open(base: string, last: ReadonlyMap<string, number>): Entry | undefined {
  const whose = parseBase(base)
  if (!whose) return undefined
  const at = (way: 'up' | 'down') => last.get(withWay(base, way)) ?? 0
  return { delta: { ...whose, up: 0, down: 0 }, reading: { ...whose, up: at('up'), down: at('down') } }
}

/**
 * A counter without a reading in this core process counts from zero, and so does one that went back: nothing is lost
 * (P33). A new process is recognised by its start id and has an empty `last`, not by counter values. Of duplicates the
 * later value counts.
 */
export function take(into: Movements, last: ReadonlyMap<string, number>, moved: readonly Counter[]): void {
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

/** The readings are to be stored in the transaction that adds the deltas (R30). */
export function deltasAndReadings(all: Movements) {
  const deltas: Delta[] = []
  const readings: Reading[] = []
  for (const entry of all.values()) {
    if (!entry) continue
    readings.push(entry.reading)
    if (entry.delta.up > 0 || entry.delta.down > 0) deltas.push(entry.delta)
  }
  return { deltas, readings }
}

/** Call only after the commit. */
export function remember(last: LastReadings, moved: readonly Counter[]): void {
  for (const { name, value } of moved) last.set(name, value)
}
