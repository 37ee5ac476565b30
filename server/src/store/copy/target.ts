import type { Reader } from '../open.ts'
import type { Row } from './cells.ts'
import type { TableShape } from './shape.ts'
import type { Source } from './source.ts'

/** Where a copy is written. Until `finish` it can be given up without a trace. */
export interface Target {
  engine: 'sqlite' | 'postgres'
  where: string
  /** For the schema's steps. */
  on: Reader
  insert(table: TableShape, rows: readonly Row[]): Promise<void>
  /** The ids of new rows go on from here. */
  setLastId(table: TableShape, id: bigint): Promise<void>
  /** What was written, to be read again from the database. Nothing is written before it is closed. */
  written(): Promise<Pick<Source, 'read' | 'close'>>
  /** Makes the copy valid: before it everything is as it was, after it everything is new. */
  finish(): Promise<void>
  giveUp(): Promise<void>
}
