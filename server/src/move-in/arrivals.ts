import { createHash } from 'node:crypto'
import type { MoveInUpload } from '#contract/move-in-api.ts'
import type { Arrival } from '#domain/move-in/arrival.ts'
import {
  type MarzbanOptions,
  marzbanTables,
  readMarzban,
  readMarzbanEnv,
  readPasarguard,
} from '#domain/move-in/marzban/read.ts'
import type { SourceTables } from '#domain/move-in/source-tables.ts'
import { threeXuiTables } from '#domain/move-in/three-x-ui/known.ts'
import { readThreeXui } from '#domain/move-in/three-x-ui/read.ts'
import { Refusal } from '#domain/refusal.ts'
import { realityPublicKey } from '../core/binary/keys.ts'
import { kindOfTables } from './kind.ts'

const tools = {
  sha256: (text: string): string => createHash('sha256').update(text).digest('hex'),
  realityPublicKey,
}

/** Of the other tables only the number of rows is read: statistics by node and hour may have millions. */
export const isRead = (table: string): boolean => threeXuiTables.has(table) || marzbanTables.has(table)

export interface Surroundings {
  now: number
  /** What `{SERVER_IP}` in another panel's hosts stands for. */
  serverAddress: string
}

function marzbanOptions({ coreConfig, env, subPath }: MoveInUpload, serverAddress: string): MarzbanOptions {
  const said = readMarzbanEnv(env ?? '')
  return {
    coreConfig,
    serverAddress,
    subPath: subPath?.trim() || said.subPath,
    excludedTags: said.excludedTags,
  }
}

/** Which panel the tables belong to decides who reads them. */
export function arrivalFrom(
  tables: SourceTables,
  given: MoveInUpload,
  { now, serverAddress }: Surroundings,
): Arrival {
  switch (kindOfTables(tables.keys())) {
    case '3x-ui':
      return readThreeXui(tables, { ...tools, now })
    case 'marzban':
      return readMarzban(tables, marzbanOptions(given, serverAddress), tools)
    case 'pasarguard':
      return readPasarguard(tables, marzbanOptions(given, serverAddress), tools)
    case 'ours':
      throw new Refusal('source.ours')
    default:
      throw new Refusal('source.foreign')
  }
}
