import { z } from 'zod'
import type { Row, TextRow } from './row.ts'

export const toBool = (v: unknown): unknown => {
  if (v === 'true' || v === 'on' || v === '1' || v === 1) return true
  return v === 'false' || v === 'off' || v === '0' || v === 0 ? false : v
}

const toInt = (v: unknown): unknown => (typeof v === 'string' && /^\s*-?\d{1,16}\s*$/.test(v) ? Number(v) : v)

function toText(row: TextRow, v: unknown): unknown {
  if (typeof v === 'number') return String(v)
  if (typeof v !== 'object' || v === null) return v
  if (row.format === 'json') return JSON.stringify(v)
  const isList = row.format === 'cidrs' || row.format === 'ids'
  return isList && Array.isArray(v) ? v.join(',') : v
}

/** Forms send every value as text; null or an empty number means "not given". */
export function tolerant(key: string, row: Row) {
  const blank = (v: unknown) => v === null || (row.type !== 'string' && v === '')
  const read = row.type === 'bool' ? toBool : row.type === 'int' ? toInt : (v: unknown) => toText(row, v)
  const schema = {
    bool: z.boolean(`${key} must be true or false`),
    int: z.int(`${key} must be a whole number`),
    string: z.string(`${key} must be a text`),
  }[row.type]
  return z.preprocess((v) => (blank(v) ? undefined : read(v)), schema.optional()).optional()
}

export const exact = (row: Row) => ({ bool: z.boolean(), int: z.int(), string: z.string() })[row.type]

export const optionalFlag = z.preprocess(toBool, z.boolean().optional()).optional()

/** A code sent as a number has lost its leading zeros: restore them. */
const toCode = (v: unknown): unknown =>
  typeof v === 'number' ? String(v).padStart(6, '0') : v === null ? undefined : v
export const optionalCode = z.preprocess(toCode, z.string().max(64).optional()).optional()
