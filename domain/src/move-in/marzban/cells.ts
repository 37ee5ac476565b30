import { asCount, asFlag, asJson, asText } from '#domain/untyped.ts'
import type { SourceRow, SourceTables } from '../source-tables.ts'

export const hasColumn = (tables: SourceTables, table: string, column: string): boolean =>
  tables.get(table)?.columns.includes(column) ?? false

/** Blank for NULL. */
export const textCell = (row: SourceRow, name: string): string => asText(row[name])
/** Enum columns hold the name of a member, in any case. */
export const wordCell = (row: SourceRow, name: string): string => textCell(row, name).trim().toLowerCase()
export const countCell = (row: SourceRow, name: string): number => asCount(row[name])
export const flagCell = (row: SourceRow, name: string): boolean => asFlag(row[name], false)
export const jsonCell = (row: SourceRow, name: string): unknown => asJson(row[name])

const dateTime =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?)?\s*(?:Z|([+-])(\d\d):?(\d\d)?)?$/i

/**
 * Milliseconds since the epoch; 0 for NULL. Date-times are UTC without a zone, numbers are seconds. Fractions are
 * rounded up, so that a time just after a whole second stays after it.
 */
export function timeCell(row: SourceRow, name: string): number {
  const value = row[name]
  if (typeof value === 'number' || typeof value === 'bigint') return safe(Math.ceil(Number(value) * 1000))
  const parts = dateTime.exec(textCell(row, name).trim())
  if (!parts) return 0
  const [, day, minutes = '00:00', seconds = ':00', fraction = '', sign, zoneHours, zoneMinutes] = parts
  const whole = Date.parse(`${day}T${minutes}${seconds}Z`)
  const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === '-' ? -60_000 : 60_000)
  return safe(whole + Math.ceil(Number(fraction.padEnd(9, '0')) / 1_000_000) - zone)
}

/** The longest time that a date can hold. */
const latest = 8_640_000_000_000_000
const safe = (time: number): number => (time > 0 && time <= latest ? time : 0)
