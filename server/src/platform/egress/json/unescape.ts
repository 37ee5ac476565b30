import { notJson } from './tokens.ts'

const simple = new Map<number, number>([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
])

function codeUnit(bytes: Buffer, at: number, end: number): number {
  const digits = at + 4 <= end ? bytes.toString('latin1', at, at + 4) : ''
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw notJson()
  return Number.parseInt(digits, 16)
}

/** The character at a `\u`, and where it ends; a half of a pair alone is no character. */
function character(bytes: Buffer, at: number, end: number): { text: string; to: number } {
  const first = codeUnit(bytes, at + 2, end)
  const isPair = first >= 0xd800 && first < 0xdc00 && bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75
  if (isPair && at + 12 <= end) {
    const second = codeUnit(bytes, at + 8, end)
    if (second >= 0xdc00 && second < 0xe000) return { text: String.fromCharCode(first, second), to: at + 12 }
  }
  const isHalf = first >= 0xd800 && first < 0xe000
  return { text: isHalf ? '\ufffd' : String.fromCharCode(first), to: at + 6 }
}

/**
 * Writes a string of JSON without its escapes over itself and returns the new end: JSON inside of a string can be as
 * large as the answer, which would otherwise be kept twice. What it says never becomes longer.
 */
export function unescapeInPlace(bytes: Buffer, from: number, end: number): number {
  let to = from
  for (let at = from; at < end; ) {
    if (bytes[at] !== 0x5c) {
      bytes[to++] = bytes[at++] as number // below the end
      continue
    }
    if (bytes[at + 1] === 0x75) {
      const { text, to: after } = character(bytes, at, end)
      to += bytes.write(text, to, 'utf8')
      at = after
      continue
    }
    const plain = simple.get(bytes[at + 1] ?? 0)
    if (plain === undefined) throw notJson()
    bytes[to++] = plain
    at += 2
  }
  return to
}
