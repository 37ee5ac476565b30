import { baseOf, parseBase, splitCounter } from './counter.ts'
import type { Delta } from './delta.ts'

/** One counter reading from the core. */
export interface Counter {
  name: string
  value: number
}

/** The last stored reading of both directions of one name, valid for one core process only. */
export type Reading = Delta

export const mostBytes = Number.MAX_SAFE_INTEGER

/** Converts a 64-bit or invalid value to a safe integer (P37). */
export const asCount = (value: number): number => (value > 0 ? Math.min(Math.trunc(value), mostBytes) : 0)

/**
 * The last readings of one core process: two numbers for each name. There may be several names for each of a hundred thousand
 * clients, so the numbers are in one array, and a name is stored once for both directions.
 */
export function createLastReadings(stored: readonly Reading[] = []) {
  const places = new Map<string, number>()
  let numbers = new Float64Array(64)

  /** `base`: the counter's name without its direction. */
  const at = (base: string, way: 'up' | 'down'): number => {
    const place = places.get(base)
    return place === undefined ? 0 : (numbers[place + (way === 'up' ? 0 : 1)] ?? 0)
  }

  function placeOf(base: string): number {
    const known = places.get(base)
    if (known !== undefined) return known
    const place = places.size * 2
    if (place + 2 > numbers.length) {
      const larger = new Float64Array(numbers.length * 2)
      larger.set(numbers)
      numbers = larger
    }
    // A copy: a part of a text keeps the whole text in memory.
    places.set(JSON.parse(JSON.stringify(base)), place)
    return place
  }

  function set(base: string, { up, down }: Pick<Reading, 'up' | 'down'>): void {
    const place = placeOf(base)
    numbers[place] = up
    numbers[place + 1] = down
  }

  for (const reading of stored) set(baseOf(reading), reading)
  return { at, set }
}

export type LastReadings = ReturnType<typeof createLastReadings>

export interface Movement {
  delta: Delta
  reading: Reading
}

/** What moved, by the counter's name without its direction; filled in portions, so that many do not block the event loop. */
export type Movements = Map<string, Movement>

function begin(base: string, last: LastReadings): Movement | undefined {
  const whose = parseBase(base)
  if (!whose) return undefined
  const reading = { ...whose, up: last.at(base, 'up'), down: last.at(base, 'down') }
  return { delta: { ...whose, up: 0, down: 0 }, reading }
}

/**
 * A counter without a reading in this core process counts from zero, and so does one that went back: nothing is lost
 * (P33). A new process is recognised by its start id and has no last readings, not by counter values. Of duplicates the
 * later value counts. An unchanged counter costs one lookup.
 */
export function take(
  into: Movements,
  last: LastReadings,
  counters: readonly Counter[],
  counts: (name: string) => boolean = () => true,
): void {
  for (const { name, value: given } of counters) {
    const split = splitCounter(name)
    if (!split) continue
    const { base, way } = split
    const value = asCount(given)
    const before = last.at(base, way)
    let entry = into.get(base)
    if (!entry) {
      if (value === before || !counts(name)) continue
      entry = begin(base, last)
      if (!entry) continue
      into.set(base, entry)
    }
    entry.delta[way] = value >= before ? value - before : value
    entry.reading[way] = value
  }
}

/** The readings are to be stored in the transaction that adds the deltas (R30). */
export function deltasAndReadings(all: Movements) {
  const deltas: Delta[] = []
  const readings: Reading[] = []
  for (const { delta, reading } of all.values()) {
    readings.push(reading)
    if (delta.up > 0 || delta.down > 0) deltas.push(delta)
  }
  return { deltas, readings }
}
