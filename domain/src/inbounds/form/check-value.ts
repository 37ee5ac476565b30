import { isBlock } from '../stream.ts'
import type { Field, Kind } from './field.ts'

const isText = (v: unknown): v is string => typeof v === 'string'
const isTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every(isText)
const allowed = (f: Field, v: string): boolean =>
  f.choices === undefined ||
  f.choices.some((c) => c === v || (f.anyCase === true && c.toLowerCase() === v.toLowerCase()))
const oneOf = (f: Field): string => `must be one of ${f.choices?.map((c) => c || '(blank)').join(', ')}`

function text(f: Field, v: unknown): string | undefined {
  if (f.orNumber && typeof v === 'number') return undefined
  if (!isText(v)) return 'must be a text'
  return f.max !== undefined && v.length > f.max ? `must have at most ${f.max} characters` : undefined
}

function whole(f: Field, v: unknown): string | undefined {
  const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = f
  const ok =
    typeof v === 'number' && Number.isSafeInteger(v) && ((v >= min && v <= max) || (f.orZero && v === 0))
  if (ok) return undefined
  return min === max ? `must be ${min}` : `must be a whole number from ${min} to ${max}`
}

function list(f: Field, v: unknown): string | undefined {
  const items = f.orText && isText(v) ? v.split(',').map((s) => s.trim()) : v
  if (!isTexts(items)) return 'must be a list of texts'
  return items.every((item) => allowed(f, item)) ? undefined : oneOf(f)
}

function range(_f: Field, v: unknown): string | undefined {
  if (typeof v === 'number' && Number.isSafeInteger(v)) return undefined
  const [, from, to] = (isText(v) && /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(v)) || []
  if (v === '' || (from !== undefined && (to === undefined || Number(from) <= Number(to)))) return undefined
  return 'must be a number or a range such as 100-200'
}

const every = (v: unknown, ok: (value: unknown) => boolean): boolean =>
  isBlock(v) && Object.values(v).every(ok)

const checks: Record<Kind, (f: Field, v: unknown) => string | undefined> = {
  text,
  whole,
  list,
  range,
  switch: (f, v) =>
    typeof v === 'boolean' || (f.orNumber && typeof v === 'number') ? undefined : 'must be true or false',
  choice: (f, v) => (isText(v) && allowed(f, v) ? undefined : oneOf(f)),
  wholes: (f, v) =>
    Array.isArray(v) && v.every((n) => whole(f, n) === undefined)
      ? undefined
      : 'must be a list of whole numbers',
  map: (_f, v) => (every(v, isText) ? undefined : 'must be names with texts'),
  headers: (_f, v) => (every(v, (x) => isText(x) || isTexts(x)) ? undefined : 'must be names with texts'),
  block: (_f, v) => (isBlock(v) ? undefined : 'must be an object'),
  rows: (_f, v) => (Array.isArray(v) && v.every(isBlock) ? undefined : 'must be a list of objects'),
}

/** What is wrong with a value; undefined if nothing. */
export function complaint(field: Field, value: unknown): string | undefined {
  const wrong = checks[field.kind](field, value)
  // The value has just been checked to be of this check's type.
  return wrong ?? (field.check as ((v: unknown) => string | undefined) | undefined)?.(value)
}
