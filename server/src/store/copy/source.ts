import type { AppliedStep } from '../migrate.ts'
import type { Row } from './cells.ts'
import type { TableShape } from './shape.ts'

/** One moment of a database, to read whole tables from. It is never written. */
export interface Source {
  /** For sentences: a file, or host and name of a database. */
  where: string
  /** The steps that its schema has; undefined if it is no database of ours. */
  steps(): Promise<AppliedStep[] | undefined>
  count(table: Pick<TableShape, 'name'>): Promise<number>
  /** In slices, so that a table of any size passes through a small memory. */
  read(table: TableShape): AsyncIterable<readonly Row[]>
  /** The last id that was given out, also if its row is gone. */
  lastId(table: TableShape): Promise<bigint>
  /** False if somebody else wrote to the file meanwhile: what was read may be of two moments. */
  unchanged(): boolean
  close(): Promise<void>
}

export const stepOf = (row: Record<string, unknown>): AppliedStep => ({
  name: String(row.name),
  version: String(row.version ?? ''),
})
