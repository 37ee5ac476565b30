import { setImmediate as nextTurn } from 'node:timers/promises'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** Members between two yields to the event loop. */
const portion = 1_000

const cutOff = () => new Error('the core sent a list that ends in the middle')

function nextMember(reader: BinaryReader): Uint8Array | undefined {
  const [id, wire] = reader.tag()
  if (id === 1 && wire === WireType.LengthDelimited) return reader.bytes()
  reader.skip(wire, id)
  return undefined
}

/**
 * The members of a response that is one list (its field 1), decoded one by one: there are as many as clients, and the
 * generated decoder would block the event loop and hold them all.
 */
export async function readList<T>(bytes: Uint8Array, read: (member: Uint8Array) => T): Promise<T[]> {
  const members: T[] = []
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    try {
      const member = nextMember(reader)
      if (member) members.push(read(member))
    } catch {
      throw cutOff()
    }
    if (members.length % portion === 0) await nextTurn()
  }
  return members
}

export interface CoreCounter {
  name: string
  value: number
}

/** One `Stat`: name (1), value (2); unknown fields are skipped. The generated decoder takes a fifth longer, in every tick. */
function readStat(bytes: Uint8Array): CoreCounter {
  const counter: CoreCounter = { name: '', value: 0 }
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const [id, wire] = reader.tag()
    if (id === 1) counter.name = reader.string()
    else if (id === 2) counter.value = Number(reader.int64())
    else reader.skip(wire, id)
  }
  return counter
}

/** A `QueryStatsResponse`: two counters per client. */
export const readCounters = (bytes: Uint8Array): Promise<CoreCounter[]> => readList(bytes, readStat)
