import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** One field of a protobuf message: a number for a varint, bytes for everything else. */
export interface Field {
  id: number
  value: number | Uint8Array
}

export class BrokenMessage extends Error {}

/** Whatever the reader of protobuf does not take is a damaged file. */
function read<T>(from: () => T): T {
  try {
    return from()
  } catch {
    throw new BrokenMessage('it is cut off or damaged')
  }
}

function readField(reader: BinaryReader): Field {
  const [id, wire] = reader.tag()
  if (wire === WireType.Varint) return { id, value: reader.uint32() } // geo files have none beyond 32 bits
  return { id, value: wire === WireType.LengthDelimited ? reader.bytes() : reader.skip(wire, id) }
}

/** The fields of a message one by one, without copying and never reading outside `bytes`. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) yield read(() => readField(reader))
}

/** Field 1 with a length: every category of a geo file begins so. */
const categoryTag = 0x0a

/** How long the category at the beginning is and where it begins, or undefined if none does. Its bytes need not be there yet. */
export function headOf(bytes: Uint8Array): { length: number; at: number } | undefined {
  if (bytes[0] !== categoryTag) return undefined
  const reader = new BinaryReader(bytes.subarray(1))
  return { length: read(() => reader.uint32()), at: 1 + reader.pos }
}
