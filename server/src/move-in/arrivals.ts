import type { MoveInUpload } from '#contract/move-in-api.ts'
import type { Arrival } from '#domain/move-in/arrival.ts'
import type { SourceTables } from '#domain/move-in/source-tables.ts'
import { Refusal } from '#domain/refusal.ts'
import { kindOfTables } from './kind.ts'

/** Which panel the tables belong to decides who reads them. */
export function arrivalFrom(tables: SourceTables, _given: MoveInUpload): Arrival {
  const kind = kindOfTables(tables.keys())
  if (kind === 'ours') throw new Refusal('source.ours')
  throw new Refusal('source.foreign')
}
