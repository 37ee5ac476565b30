import { Refusal } from '#domain/refusal.ts'
import type { Column, TableShape } from './shape.ts'

/** As SQLite keeps it, on the way between any two databases. Whole numbers are always a bigint: exact beyond 2^53. */
export type Cell = string | number | bigint | null
export type Row = readonly Cell[]

/** SQLite lets any column hold anything; PostgreSQL does not, and neither does the panel. */
export function fromSqlite(shape: TableShape, row: readonly unknown[]): Row {
  return shape.columns.map((column, i) => {
    const value = row[i]
    switch (typeof value) {
      case 'bigint':
        if (column.kind === 'bool') return value === 1n ? 1n : 0n // as the panel reads it
        if (column.kind !== 'text') return column.kind === 'real' ? Number(value) : value
        return unfit(shape, column, value)
      case 'number':
        if (column.kind === 'real') return value
        if (column.kind === 'int' && Number.isInteger(value)) return BigInt(value)
        return unfit(shape, column, value)
      case 'string':
        return column.kind === 'text' ? value : unfit(shape, column, value)
      default:
        return value === null ? null : unfit(shape, column, '…')
    }
  })
}

function unfit(shape: TableShape, column: Column, value: unknown): never {
  throw new Refusal('database.value-unfit', {
    column: `${shape.name}.${column.name}`,
    value: String(value).slice(0, 60),
  })
}

/** Whole and floating-point numbers come as text, which is exact, and booleans as 0 and 1. */
export const postgresColumn = ({ name, kind }: Column, alias: string): string =>
  `t."${name}"${kind === 'text' ? '' : kind === 'bool' ? '::int::text' : '::text'} as ${alias}`

export function fromPostgres({ kind }: Column, value: unknown): Cell {
  if (value === null) return null
  if (kind === 'text') return String(value)
  return kind === 'real' ? Number(value) : BigInt(String(value))
}
