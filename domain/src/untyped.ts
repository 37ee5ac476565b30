// Values whose type nobody has checked: blocks of JSON as the core takes them, and what another panel stored.
import type { Block } from '#contract/inbound.ts'
import { isHollow, nestsTooDeep } from '#contract/nesting.ts'

export const isBlock = (v: unknown): v is Block => typeof v === 'object' && v !== null && !Array.isArray(v)
export const asBlock = (value: unknown): Block => (isBlock(value) ? value : {})
export const asBlocks = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isBlock) : [])
export const blockAt = (block: Block, key: string): Block => asBlock(block[key])
export const textAt = (block: Block, key: string): string => {
  const value = block[key]
  return typeof value === 'string' ? value : ''
}
/** The core accepts an array or comma-separated text. */
export const textsAt = (block: Block, key: string): string[] => {
  const value = block[key]
  if (typeof value === 'string') return value === '' ? [] : value.split(',')
  return Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []
}

const isAbsent = (v: unknown): boolean => v === undefined || v === null

function sameBlock(a: Block, b: Block): boolean {
  for (const key in a) if (!sameJson(a[key], b[key])) return false
  for (const key in b) if (!isAbsent(b[key]) && isAbsent(a[key])) return false
  return true
}

/** Equal as the core reads it: key order is ignored, and null equals absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b)
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((v, i) => sameJson(v, b[i]))
  return isBlock(a) && isBlock(b) && sameBlock(a, b)
}

/**
 * A key as Go's decoder matches it: case-insensitive, including the two non-ASCII letters that fold to ASCII ones.
 */
export const foldedKey = (key: string): string => key.toLowerCase().replaceAll('\u017f', 's')

/** The value the core would read at `key`, in any spelling: the last spelling wins, as in the core. */
export function foldedAt(block: Block, key: string): unknown {
  const name = foldedKey(key)
  let found: unknown
  for (const [k, v] of Object.entries(block)) if (foldedKey(k) === name && !isAbsent(v)) found = v
  return found
}

/** The value if it is a text, otherwise blank. */
export const foldedText = (block: Block, key: string): string => {
  const value = foldedAt(block, key)
  return typeof value === 'string' ? value : ''
}

/** Sets keys in `block` and removes their other spellings, which the core could read instead. */
export function withForced(block: Block, forced: Block): Block {
  const names = new Set(Object.keys(forced).map(foldedKey))
  return { ...Object.fromEntries(Object.entries(block).filter(([k]) => !names.has(foldedKey(k)))), ...forced }
}

/** Removes keys in any spelling. */
export const withoutKeys = (block: Block, keys: readonly string[]): Block => {
  const names = new Set(keys.map(foldedKey))
  return Object.fromEntries(Object.entries(block).filter(([k]) => !names.has(foldedKey(k))))
}

/** Omits blank values: the core's defaults apply. */
export const filled = (block: Block): Block =>
  Object.fromEntries(
    Object.entries(block).filter(
      ([, v]) =>
        v !== '' &&
        v !== undefined &&
        !(Array.isArray(v) && v.length === 0) &&
        !(isBlock(v) && Object.keys(v).length === 0),
    ),
  )

const decoder = new TextDecoder()

export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return decoder.decode(value)
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
  return isPlain ? String(value) : ''
}

/** A safe whole number: larger ones become 2^53-1. Undefined if it is no number. */
export function asWhole(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const text = asText(value).trim()
    return /^[+-]?\d{1,40}(?:\.\d*)?$/.test(text) ? asWhole(Number(text)) : undefined
  }
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return undefined
  const most = Number.MAX_SAFE_INTEGER
  return Math.trunc(Math.max(-most, Math.min(most, number))) + 0 // + 0: no negative zero
}

export const wholeOr = (value: unknown, instead: number): number => asWhole(value) ?? instead

/** Bytes and the like: never below 0. */
export const asCount = (value: unknown): number => Math.max(0, asWhole(value) ?? 0)

/** The spellings of a boolean that 3x-ui writes and accepts. */
const words: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  '1': true,
  false: false,
  f: false,
  '0': false,
}

/** Undefined for any other text. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

export function asFlag(value: unknown, instead: boolean): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) !== 0
  return booleanOf(asText(value)) ?? instead
}

/** Milliseconds; older versions store some times in seconds. */
export const asMoment = (value: unknown): number => {
  const at = asCount(value)
  return at < 100_000_000_000 ? at * 1000 : at
}

/** Such a key would change the object's prototype. */
const withoutProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** The value of a JSON text; undefined for a blank or broken one, and for one that nests too deep to be walked. */
export function asJson(value: unknown): unknown {
  const text = asText(value)
  if (text.trim() === '' || nestsTooDeep(text) || isHollow(text)) return undefined
  try {
    return text.includes('__proto__') ? JSON.parse(text, withoutProto) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A JSON object; `isBroken` where there was something else. */
export function asObject(value: unknown): { block: Block; isBroken: boolean } {
  const parsed = asJson(value)
  if (isBlock(parsed)) return { block: parsed, isBroken: false }
  const isBlank = ['', 'null', '{}'].includes(asText(value).trim())
  return { block: {}, isBroken: !isBlank }
}

/** A list of texts, from a JSON list or from texts with commas between them. */
export function asTexts(value: unknown): string[] {
  const parsed = Array.isArray(value) ? value : asJson(value)
  if (Array.isArray(parsed)) return parsed.filter((v): v is string => typeof v === 'string' && v !== '')
  return typeof parsed === 'object' && parsed !== null
    ? []
    : asText(value)
        .split(',')
        .map((v) => v.trim())
        .filter((v) => v !== '' && v !== 'null')
}

/** One line without control characters or halves of characters, not longer than `most`. */
export function asLine(value: unknown, most: number): string {
  const text = asText(value).slice(0, most)
  // Most texts are ASCII, where nothing has to be replaced.
  return (/^[ -~]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')).trim()
}
