import { setImmediate as nextTurn } from 'node:timers/promises'

/** Members between two yields to the event loop. */
const portion = 1_000

export function readVarint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) break
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, next: at + i + 1 }
  }
  throw new Error('the core sent a list that ends in the middle')
}

/**
 * The members of a response that is one list (its field 1), decoded one by one: there are as many as clients, and the
 * generated decoder would block the event loop and hold them all.
 */
export async function readList<T>(
  bytes: Buffer,
  read: (bytes: Buffer, from: number, to: number) => T,
): Promise<T[]> {
  const members: T[] = []
  let at = 0
  while (at < bytes.length) {
    const key = readVarint(bytes, at)
    const block = readVarint(bytes, key.next)
    if ((key.value & 7) !== 2) throw new Error('the core sent a list of no known form')
    const end = block.next + block.value
    if (end > bytes.length) throw new Error('the core sent a list that ends in the middle')
    if (key.value === 0x0a) members.push(read(bytes, block.next, end))
    at = end
    if (members.length % portion === 0) await nextTurn()
  }
  return members
}
