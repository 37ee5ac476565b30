import type { Block } from '#contract/inbound.ts'
import { isHollow, nestsTooDeep } from '#contract/nesting.ts'
import { isBlock } from '#domain/inbounds/stream.ts'
import { booleanOf } from '#domain/settings/stored.ts'
import type { SourceRow, SourceTables } from './source-tables.ts'

/** Rows and blocks are not trusted: any key may hold any value. */
type Cell = unknown

export const rowsOf = (tables: SourceTables, name: string): readonly SourceRow[] =>
  tables.get(name)?.rows ?? []

const decoder = new TextDecoder()

export function asText(value: Cell): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return decoder.decode(value)
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
  return isPlain ? String(value) : ''
}

/** A safe whole number: larger ones become 2^53-1. Undefined if it is no number. */
export function asWhole(value: Cell): number | undefined {
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

export const wholeOr = (value: Cell, instead: number): number => asWhole(value) ?? instead

/** Bytes and the like: never below 0. */
export const asCount = (value: Cell): number => Math.max(0, asWhole(value) ?? 0)

export function asFlag(value: Cell, instead: boolean): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) !== 0
  return booleanOf(asText(value)) ?? instead
}

/** Milliseconds; older versions store some times in seconds. */
export const asMoment = (value: Cell): number => {
  const at = asCount(value)
  return at < 100_000_000_000 ? at * 1000 : at
}

/** Such a key would change the object's prototype. */
const withoutProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

/** The value of a JSON text; undefined for a blank or broken one, and for one that nests too deep to be walked. */
export function asJson(value: Cell): unknown {
  const text = asText(value)
  if (text.trim() === '' || nestsTooDeep(text) || isHollow(text)) return undefined
  try {
    return text.includes('__proto__') ? JSON.parse(text, withoutProto) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A JSON object; `isBroken` where there was something else. */
export function asObject(value: Cell): { block: Block; isBroken: boolean } {
  const parsed = asJson(value)
  if (isBlock(parsed)) return { block: parsed, isBroken: false }
  const isBlank = ['', 'null', '{}'].includes(asText(value).trim())
  return { block: {}, isBroken: !isBlank }
}

/** A list of texts, from a JSON list or from texts with commas between them. */
export function asTexts(value: Cell): string[] {
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
export function asLine(value: Cell, most: number): string {
  const text = asText(value).slice(0, most)
  // Most texts are ASCII, where nothing has to be replaced.
  return (/^[ -~]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')).trim()
}
