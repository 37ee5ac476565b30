import { readList, readVarint } from './pieces.ts'

export interface CoreCounter {
  name: string
  value: number
}

/** One `Stat`: name (1), value (2); unknown fields are skipped. */
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

/** A `QueryStatsResponse`: two counters per client. */
export const readCounters = (bytes: Buffer): Promise<CoreCounter[]> => readList(bytes, readStat)
