/** The answer cannot be read: it is no JSON, or more than the caller takes. */
export class Unreadable extends Error {
  readonly why: 'not-json' | 'too-much'
  constructor(why: Unreadable['why']) {
    super(why)
    this.why = why
  }
}

export const notJson = () => new Unreadable('not-json')

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const longestNumber = 400

export function skipSpace(bytes: Buffer, from: number, end: number): number {
  let at = from
  for (; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break
  }
  return at
}

/** A string without its quotes: `from` is after the first one, `to` is the last one. */
export interface Text {
  from: number
  to: number
  isEscaped: boolean
  isAscii: boolean
}

export function findText(bytes: Buffer, from: number, end: number): Text {
  const text = { from, to: from, isEscaped: false, isAscii: true }
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number // below the end
    if (byte === 0x22) {
      text.to = at
      return text
    }
    if (byte === 0x5c) {
      text.isEscaped = true
      at++
    } else if (byte < 0x20) throw notJson()
    else if (byte >= 0x80) text.isAscii = false
  }
  throw notJson()
}

export function textOf(bytes: Buffer, { from, to, isEscaped, isAscii }: Text): string {
  if (!isEscaped) return isAscii ? bytes.toString('latin1', from, to) : bytes.toString('utf8', from, to)
  try {
    return JSON.parse(bytes.toString('utf8', from - 1, to + 1)) as string // it has quotes around it
  } catch {
    throw notJson()
  }
}

const isOfNumber = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x45 ||
    byte === 0x65)

export function readNumber(bytes: Buffer, from: number, end: number): { value: number; to: number } {
  let to = from
  while (to < end && isOfNumber(bytes[to])) to++
  if (to - from > longestNumber) throw notJson()
  const text = bytes.toString('latin1', from, to)
  if (!numberForm.test(text)) throw notJson()
  return { value: Number(text), to }
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

export function readWord(bytes: Buffer, from: number, end: number): { value: boolean | null; to: number } {
  for (const [word, value] of words) {
    const to = from + word.length
    if (to <= end && bytes.toString('latin1', from, to) === word) return { value, to }
  }
  throw notJson()
}
