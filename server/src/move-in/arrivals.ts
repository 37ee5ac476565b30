import { createHash } from 'node:crypto'
import type { MoveInUpload } from '#contract/move-in-api.ts'
import type { Arrival } from '#domain/move-in/arrival.ts'
import type { SourceTables } from '#domain/move-in/source-tables.ts'
import { readThreeXui } from '#domain/move-in/three-x-ui/read.ts'
import { Refusal } from '#domain/refusal.ts'
import { kindOfTables } from './kind.ts'

const tools = {
  sha256: (text: string): string => createHash('sha256').update(text).digest('hex'),
}

/** Which panel the tables belong to decides who reads them. */
export function arrivalFrom(tables: SourceTables, _given: MoveInUpload, now: number): Arrival {
  switch (kindOfTables(tables.keys())) {
    case '3x-ui':
      return readThreeXui(tables, { ...tools, now })
    case 'ours':
      throw new Refusal('source.ours')
    default:
      throw new Refusal('source.foreign')
  }
}
