import { BrokenMessage } from './wire-reader.ts'

/** Only what networks are described with; lists, booleans, fractions and large numbers are read past. */
export type Value = string | number | ReadonlyMap<string, Value> | undefined

export interface Mmdb {
  /** The record of an address (4 or 16 bytes); undefined if there is none. Throws BrokenMessage. */
  find(address: readonly number[]): Value
  /** The first records of the file. */
  sample(): Value[]
}

const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const metadataBytes = 128 * 1024
/** Between the tree and the data. */
const gap = 16
// A record has some 80 values. A file may point a record at itself, or at a hundred records that do.
const [mostValues, deepest, longestText] = [1_000, 16, 256]
const [mostSteps, mostSamples] = [10_000, 32]
const pointerBases = [0, 2_048, 526_336, 0]

const broken = () => new BrokenMessage('it is cut off or damaged')

/** The value at an offset of a section; pointers lead to offsets of the same section. */
function valueAt(section: Buffer, offset: number): Value {
  let left = mostValues
  let at = offset

  function take(length: number): number {
    const start = at
    at += length
    if (at > section.length) throw broken()
    return start
  }
  const number = (length: number): number => {
    const start = take(length)
    return length === 0 ? 0 : section.readUIntBE(start, length)
  }

  function sizeOf(given: number): number {
    if (given < 29) return given
    const bytes = given - 28
    return ([29, 285, 65_821][bytes - 1] ?? 0) + number(bytes)
  }

  function pointed(control: number, depth: number): Value {
    const kind = (control >> 3) & 3
    const high = kind === 3 ? 0 : (control & 7) * 256 ** (kind + 1)
    const target = (pointerBases[kind] ?? 0) + high + number(kind + 1)
    const back = at
    at = target
    const found = value(depth)
    at = back
    return found
  }

  function map(size: number, depth: number): Value {
    const found = new Map<string, Value>()
    for (let i = 0; i < size; i++) {
      const key = value(depth)
      found.set(typeof key === 'string' ? key : '', value(depth))
    }
    return found
  }

  function value(depth: number): Value {
    if (--left < 0 || depth > deepest) throw new BrokenMessage('one of its records is too large')
    const control = number(1)
    const type = control >> 5 || 7 + number(1)
    if (type === 1) return pointed(control, depth + 1)
    const size = sizeOf(control & 31)
    if (type === 7) return map(size, depth + 1)
    if (type === 11) {
      for (let i = 0; i < size; i++) value(depth + 1)
      return undefined
    }
    if (type === 14) return undefined // a boolean is its size
    if ((type === 5 || type === 6) && size <= 4) return number(size)
    const start = take(size)
    return type === 2 && size <= longestText ? section.toString('utf8', start, at) : undefined
  }

  return value(0)
}

function treeOf(bytes: Buffer, width: number) {
  /** The high half of the byte in the middle belongs to the left record, the low half to the right one. */
  const middle = (at: number, bit: number): number => (bytes[at + 3] ?? 0) >> (bit === 0 ? 4 : 0)
  return (node: number, bit: number): number => {
    const at = (node * width) / 4
    if (width === 24) return bytes.readUIntBE(at + bit * 3, 3)
    if (width === 32) return bytes.readUInt32BE(at + bit * 4)
    return (middle(at, bit) & 15) * 2 ** 24 + bytes.readUIntBE(at + bit * 4, 3)
  }
}

const numberIn = (metadata: Value, key: string): number => {
  const value = metadata instanceof Map ? metadata.get(key) : undefined
  return typeof value === 'number' ? value : 0
}

/**
 * A database in MaxMind's format (version 2). A reader of our own: those that are published follow pointers without a limit, so
 * a damaged file can keep them busy for ever. Every read here has limits of size, depth and steps.
 */
export function openMmdb(bytes: Buffer): Mmdb {
  const tail = Math.max(0, bytes.length - metadataBytes)
  const found = bytes.subarray(tail).lastIndexOf(marker)
  if (found < 0) throw new BrokenMessage('it is no MaxMind database')
  const end = tail + found
  const metadata = valueAt(bytes.subarray(end + marker.length), 0)
  const [nodes, width] = [numberIn(metadata, 'node_count'), numberIn(metadata, 'record_size')]
  const isSix = numberIn(metadata, 'ip_version') === 6
  if (numberIn(metadata, 'binary_format_major_version') !== 2 || ![24, 28, 32].includes(width))
    throw new BrokenMessage('it has a format that the panel does not know')
  const dataFrom = (nodes * width) / 4 + gap
  if (nodes === 0 || dataFrom > end) throw broken()
  const data = bytes.subarray(dataFrom, end)
  const next = treeOf(bytes, width)
  const recordOf = (node: number): Value => {
    if (node < nodes + gap) throw broken()
    return valueAt(data, node - nodes - gap)
  }
  /** IPv4 addresses are below 96 zeros. */
  let firstOfFour = 0
  for (let i = 0; isSix && i < 96 && firstOfFour < nodes; i++) firstOfFour = next(firstOfFour, 0)

  return {
    find(address) {
      if (address.length === 16 && !isSix) return undefined
      let node = address.length === 4 ? firstOfFour : 0
      for (let bit = 0; bit < address.length * 8 && node < nodes; bit++)
        node = next(node, ((address[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
      return node <= nodes ? undefined : recordOf(node)
    },
    sample() {
      const records: Value[] = []
      const waiting = [0]
      for (let steps = 0; steps < mostSteps && records.length < mostSamples; steps++) {
        const node = waiting.pop()
        if (node === undefined) break
        if (node < nodes) waiting.push(next(node, 1), next(node, 0))
        else if (node > nodes) records.push(recordOf(node))
      }
      return records
    },
  }
}
