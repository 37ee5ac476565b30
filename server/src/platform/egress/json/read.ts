import { createParts, type Op, weights } from './parts.ts'
import { findText, notJson, readNumber, readWord, skipSpace, textOf } from './tokens.ts'

export interface JsonLimits {
  /** Most elements, each counted by the memory that it takes: see `weights`. */
  maxElements: number
  /** Fields whose strings are JSON themselves, as 3x-ui stores `settings`: they are read too, and counted. */
  jsonFields?: readonly string[]
  /** By the name of an array: the fields of its objects that the caller needs. Others are checked and dropped. */
  only?: Readonly<Record<string, readonly string[]>>
}

/** What was read is given back in pieces of this size, so that the answer and its value are not in memory together. */
const releaseBytes = 4 * 1024 * 1024

/**
 * Reads JSON part by part. Unlike JSON.parse it counts before it makes anything, keeps neither the text nor the whole
 * value, and is linear: JSON.parse takes minutes for an array of millions of small objects with a small young generation.
 * It changes `given`, and shrinks its buffer while it reads if that can be resized.
 */
export function* readJson(
  given: Buffer,
  { maxElements, jsonFields = [], only = {} }: JsonLimits,
): Generator<Op[], void> {
  const parts = createParts(maxElements, only)
  const withJson = new Set(jsonFields)
  let bytes = given
  const canShrink = given.buffer instanceof ArrayBuffer && given.buffer.resizable
  let end = bytes.length
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

  /** Moves what is left to the front of the buffer and gives the rest of its memory back. */
  function release(): void {
    const { buffer, byteOffset } = bytes
    if (!(buffer instanceof ArrayBuffer)) return
    const left = bytes.length - at
    bytes.copyWithin(0, at)
    buffer.resize(byteOffset + left)
    bytes = Buffer.from(buffer, byteOffset, left)
    end -= at
    parts.moved(at)
    at = 0
  }

  /** A string, or the JSON inside of it. */
  function readString(name: string): void {
    const text = findText(bytes, at + 1, end)
    const after = text.to + 1
    if (withJson.has(name) && !parts.top().isArray) {
      const to = text.isEscaped ? unescapeInPlace(bytes, text.from, text.to) : text.to
      const start = skipSpace(bytes, text.from, to)
      if (bytes[start] === 0x7b && start < to) {
        parts.open(false, name, { at: after, end })
        at = start + 1
        end = to
        return
      }
      parts.add(name, bytes.toString('utf8', text.from, to))
    } else if (text.isEscaped || parts.isKept(name)) parts.add(name, textOf(bytes, text))
    else parts.add(name, '')
    parts.count(weights.string)
    at = after
  }

  function readValue(name: string): void {
    const byte = bytes[at]
    if (at >= end) throw notJson()
    if (byte === 0x22) readString(name)
    else if (byte === 0x7b || byte === 0x5b) {
      parts.open(byte === 0x5b, name, undefined)
      at++
    } else {
      const isWord = byte === 0x74 || byte === 0x66 || byte === 0x6e
      const { value, to } = isWord ? readWord(bytes, at, end) : readNumber(bytes, at, end)
      parts.add(name, value)
      at = to
    }
  }

  function readName(): string {
    if (bytes[at] !== 0x22 || at >= end) throw notJson()
    const text = findText(bytes, at + 1, end)
    const name = textOf(bytes, text)
    parts.countName(name)
    at = skipSpace(bytes, text.to + 1, end)
    if (bytes[at] !== 0x3a || at >= end) throw notJson()
    at = skipSpace(bytes, at + 1, end)
    return name
  }

  function close(): void {
    at++
    const { outer } = parts.close()
    if (!outer) return
    if (skipSpace(bytes, at, end) !== end) throw notJson()
    at = outer.at
    end = outer.end
  }

  at = skipSpace(bytes, at, end)
  readValue('')
  while (!parts.isDone()) {
    if (canShrink && at >= releaseBytes) release()
    at = skipSpace(bytes, at, end)
    const { isArray, isEmpty } = parts.top()
    if (at >= end) throw notJson()
    if (bytes[at] === (isArray ? 0x5d : 0x7d)) {
      close()
      const part = parts.part(false)
      if (part) yield part
      continue
    }
    if (!isEmpty) {
      if (bytes[at] !== 0x2c) throw notJson()
      at = skipSpace(bytes, at + 1, end)
    }
    readValue(isArray ? '' : readName())
    const part = parts.part(false)
    if (part) yield part
  }
  if (skipSpace(bytes, at, end) !== end) throw notJson()
  yield parts.part(true) ?? []
}

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
function unescapeInPlace(bytes: Buffer, from: number, end: number): number {
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
