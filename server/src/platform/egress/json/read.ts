import { createParts, type Op, weights } from './parts.ts'
import { findText, notJson, readNumber, readWord, skipSpace, textOf } from './tokens.ts'
import { unescapeInPlace } from './unescape.ts'

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
