import type { Block } from '#contract/inbound.ts'
import { isBlock } from '#domain/inbounds/stream.ts'

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

const protocolOf = (outbound: Block): string => foldedText(outbound, 'protocol').toLowerCase()
/** Outbounds that connect directly, and that drop everything, by either of their names. */
export const isFreedom = (outbound: Block): boolean => ['freedom', 'direct'].includes(protocolOf(outbound))
export const isBlackhole = (outbound: Block): boolean => ['blackhole', 'block'].includes(protocolOf(outbound))

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

export const asBlock = (value: unknown): Block => (isBlock(value) ? value : {})
export const asBlocks = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isBlock) : [])

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
