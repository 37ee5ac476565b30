import { setImmediate as nextTurn } from 'node:timers/promises'

export interface CoreCounter {
  name: string
  value: number
}

/** Counters between two looks at whoever else waits for the event loop. */
const portion = 1_000

function readVarint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) break
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, next: at + i + 1 }
  }
  throw new Error('the core sent counters that end in the middle')
}

/** One `Stat`: name (1), value (2); whatever a later core adds is skipped. */
function readStat(bytes: Buffer, from: number, to: number): CoreCounter {
  const counter: CoreCounter = { name: '', value: 0 }
  let at = from
  while (at < to) {
    const key = readVarint(bytes, at)
    const inner = readVarint(bytes, key.next)
    if (key.value === 0x0a) counter.name = bytes.toString('utf8', inner.next, inner.next + inner.value)
    if (key.value === 0x10) counter.value = inner.value
    at = (key.value & 7) === 2 ? inner.next + inner.value : inner.next
  }
  return counter
}

/**
 * A `QueryStatsResponse` by hand and in portions: there are two counters for each client, and the generated reader would
 * hold the event loop for as long as there are many.
 */
export async function readCounters(bytes: Buffer): Promise<CoreCounter[]> {
  const counters: CoreCounter[] = []
  let at = 0
  while (at < bytes.length) {
    const key = readVarint(bytes, at)
    const block = readVarint(bytes, key.next)
    if ((key.value & 7) !== 2) throw new Error('the core sent counters of no known form')
    const end = block.next + block.value
    if (end > bytes.length) throw new Error('the core sent counters that end in the middle')
    if (key.value === 0x0a) counters.push(readStat(bytes, block.next, end))
    at = end
    if (counters.length % portion === 0) await nextTurn()
  }
  return counters
}
