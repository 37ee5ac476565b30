import type { SourceRow, SourceTables } from '../source-tables.ts'

export const rowsOf = (tables: SourceTables, name: string): readonly SourceRow[] =>
  tables.get(name)?.rows ?? []

export const hasColumn = (tables: SourceTables, table: string, column: string): boolean =>
  tables.get(table)?.columns.includes(column) ?? false

/** Blank for NULL and for what is no text. */
export function textCell(row: SourceRow, name: string): string {
  const value = row[name]
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** Enum columns hold the name of a member, in any case. */
export const wordCell = (row: SourceRow, name: string): string => textCell(row, name).trim().toLowerCase()

/** A whole number of at least 0; 0 for NULL and for anything else. */
export function countCell(row: SourceRow, name: string): number {
  const value = row[name]
  const text = typeof value === 'string' ? value.trim() : ''
  const number = typeof value === 'string' ? (/^\d+(?:\.\d*)?$/.test(text) ? Number(text) : 0) : Number(value)
  if (!Number.isFinite(number) || number <= 0) return 0
  return Math.min(Math.floor(number), Number.MAX_SAFE_INTEGER)
}

export function flagCell(row: SourceRow, name: string): boolean {
  const value = row[name]
  if (typeof value === 'boolean') return value
  return ['1', 't', 'true'].includes(wordCell(row, name))
}

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(?:Z|([+-])(\d\d):?(\d\d)?)?$/i

/**
 * Milliseconds since the epoch; 0 for NULL. Date-times are UTC without a zone. Fractions are rounded up, so that a time
 * just after a whole second stays after it.
 */
export function timeCell(row: SourceRow, name: string): number {
  const value = row[name]
  if (typeof value === 'number' || typeof value === 'bigint') return fromNumber(Number(value))
  const parts = dateTime.exec(textCell(row, name).trim())
  if (!parts) return 0
  const [
    ,
    year,
    month,
    day,
    hours = 0,
    minutes = 0,
    seconds = 0,
    fraction = '',
    sign,
    zoneHours,
    zoneMinutes,
  ] = parts
  const whole = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  )
  const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * 60_000 * (sign === '-' ? -1 : 1)
  const time = whole + Math.ceil(Number(fraction.padEnd(9, '0')) / 1_000_000) - zone
  return Number.isSafeInteger(time) ? Math.max(0, time) : 0
}

/** Seconds, or milliseconds if they could not be seconds. */
function fromNumber(value: number): number {
  const time = Math.ceil(value < 100_000_000_000 ? value * 1000 : value)
  return Number.isSafeInteger(time) ? Math.max(0, time) : 0
}

/** A JSON column; undefined if it is none. */
export function jsonCell(row: SourceRow, name: string): unknown {
  try {
    return JSON.parse(textCell(row, name))
  } catch {
    return undefined
  }
}

/** A list in a cell: a JSON array, or texts between commas. */
export function listCell(row: SourceRow, name: string): string[] {
  const text = textCell(row, name).trim()
  const read = text.startsWith('[') ? jsonCell(row, name) : undefined
  const parts: unknown[] = Array.isArray(read) ? read : text.split(',')
  return parts.filter((part) => typeof part === 'string').flatMap((part) => part.trim() || [])
}
