/** One field of a protobuf message: a number for a varint, bytes for a length-delimited field. */
export interface Field {
  id: number
  value: number | Uint8Array
}

export class BrokenMessage extends Error {}

/** Reads the varint at `at`; geo files have none beyond 32 bits. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) throw new BrokenMessage('it ends in the middle of a number')
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) {
      if (!Number.isSafeInteger(value)) throw new BrokenMessage('it holds a number that is too large')
      return { value, next: at + i + 1 }
    }
  }
  throw new BrokenMessage('it holds a number that does not end')
}

/** The fields of a message one by one, without copying and never reading outside `bytes`. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0
  while (at < bytes.length) {
    const key = readVarint(bytes, at)
    const id = Math.floor(key.value / 8)
    const wire = key.value % 8
    if (wire === 0) {
      const { value, next } = readVarint(bytes, key.next)
      yield { id, value }
      at = next
      continue
    }
    const { value: length, next } = wire === 2 ? readVarint(bytes, key.next) : fixed(wire, key.next)
    if (next + length > bytes.length) throw new BrokenMessage('it ends in the middle of a field')
    yield { id, value: bytes.subarray(next, next + length) }
    at = next + length
  }
}

function fixed(wire: number, next: number): { value: number; next: number } {
  if (wire === 1) return { value: 8, next }
  if (wire === 5) return { value: 4, next }
  throw new BrokenMessage('it holds a field of no known kind')
}
