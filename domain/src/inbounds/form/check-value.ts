import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { isMultiplier, mostMultiplier } from '#domain/traffic/charge.ts'
import { isBlock } from '#domain/untyped.ts'
import type { Field, Kind } from './field.ts'

const isText = (v: unknown): v is string => typeof v === 'string'
const isTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every(isText)
const allowed = (f: Field, v: string): boolean =>
  f.choices === undefined ||
  f.choices.some((c) => c === v || (f.anyCase === true && c.toLowerCase() === v.toLowerCase()))
const oneOf = (f: Field): Coded =>
  coded('input.one-of', { values: f.choices?.map((c) => c || '(blank)').join(', ') ?? '' })

function text(f: Field, v: unknown): Coded | undefined {
  if (f.orNumber && typeof v === 'number') return undefined
  if (!isText(v)) return coded('input.not-text')
  return f.max !== undefined && v.length > f.max ? coded('input.too-long', { max: f.max }) : undefined
}

function whole(f: Field, v: unknown): Coded | undefined {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = f
  const ok =
    typeof v === 'number' && Number.isSafeInteger(v) && ((v >= min && v <= max) || (f.orZero && v === 0))
  if (ok) return undefined
  return min === max ? coded('input.exactly', { value: min }) : coded('input.range', { min, max })
}

const factor = (f: Field, v: unknown): Coded | undefined =>
  isMultiplier(v) ? undefined : coded('input.not-multiplier', { max: f.max ?? mostMultiplier })

function list(f: Field, v: unknown): Coded | undefined {
  const items = f.orText && isText(v) ? v.split(',').map((s) => s.trim()) : v
  if (!isTexts(items)) return coded('input.not-list-of-texts')
  return items.every((item) => allowed(f, item)) ? undefined : oneOf(f)
}

function range(_f: Field, v: unknown): Coded | undefined {
  if (typeof v === 'number' && Number.isSafeInteger(v)) return undefined
  const [, from, to] = (isText(v) && /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(v)) || []
  if (v === '' || (from !== undefined && (to === undefined || Number(from) <= Number(to)))) return undefined
  return coded('input.not-range')
}

const every = (v: unknown, ok: (value: unknown) => boolean): boolean =>
  isBlock(v) && Object.values(v).every(ok)

const checks: Record<Kind, (f: Field, v: unknown) => Coded | undefined> = {
  text,
  whole,
  factor,
  list,
  range,
  switch: (f, v) =>
    typeof v === 'boolean' || (f.orNumber && typeof v === 'number') ? undefined : coded('input.not-switch'),
  choice: (f, v) => (isText(v) && allowed(f, v) ? undefined : oneOf(f)),
  wholes: (f, v) =>
    Array.isArray(v) && v.every((n) => whole(f, n) === undefined)
      ? undefined
      : coded('input.not-list-of-wholes'),
  map: (_f, v) => (every(v, isText) ? undefined : coded('input.not-map')),
  headers: (_f, v) => (every(v, (x) => isText(x) || isTexts(x)) ? undefined : coded('input.not-map')),
  block: (_f, v) => (isBlock(v) ? undefined : coded('input.not-object')),
  rows: (_f, v) => (Array.isArray(v) && v.every(isBlock) ? undefined : coded('input.not-list-of-objects')),
}

/** What is wrong with a value; undefined if nothing. */
export function complaint(field: Field, value: unknown): Coded | undefined {
  const wrong = checks[field.kind](field, value)
  // The value has just been checked to be of this check's type.
  return wrong ?? (field.check as ((v: unknown) => Coded | undefined) | undefined)?.(value)
}
