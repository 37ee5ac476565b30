import type { Schema } from '../schema.ts'

export type TableName = keyof Schema & string

/** Of one table. Equal content has an equal checksum on both engines, in whatever order the rows are stored. */
export interface TableSum {
  table: TableName
  rows: number
  checksum: string
}

export interface CopyReport {
  tables: TableSum[]
  /** Rows of all tables. */
  rows: number
  /** Steps of the schema that the source did not have yet: applied to the copy, never to the source. */
  migrated: string[]
}

/** What happens now, for a line of progress. The rows of the second reading, which compares, are counted again. */
export interface CopyProgress {
  stage: 'copy' | 'compare'
  table: TableName
  /** Rows done and to do, of all tables and both stages. */
  done: number
  total: number
}

export type OnProgress = (progress: CopyProgress) => void
