import { createParts, type Op, weights } from './parts.ts'
import { findText, notJson, readNumber, readWord, skipSpace, textOf } from './tokens.ts'
import { unescapeInPlace } from './unescape.ts'

export interface JsonLimits {
  /** Most elements, each counted by the memory that it takes: see `weights`. */
  maxElements: number
  /** Fields whose strings are JSON themselves, as 3x-ui stores `settings`: they are read too, and counted. */
  jsonFields?: readonly string[]
}

/**
 * Reads JSON part by part. Unlike JSON.parse it counts before it makes anything, keeps neither the text nor the whole
 * value, and is linear: JSON.parse takes minutes for an array of millions of small objects with a small young generation.
 * It changes `bytes`.
 */
export function* readJson(
  bytes: Buffer,
  { maxElements, jsonFields = [] }: JsonLimits,
): Generator<Op[], void> {
  const parts = createParts(maxElements)
  const withJson = new Set(jsonFields)
  let end = bytes.length
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

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
    } else parts.add(name, textOf(bytes, text))
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
