import type { Arrival } from '../arrival.ts'
import type { SourceTables } from '../source-tables.ts'

/** What a reader needs from outside. */
export interface ReaderTools {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
  readonly sha256: (text: string) => string
}

/** Tables whose rows are read; of the others only the name and the number of rows are needed. */
export const threeXuiTables: ReadonlySet<string> = new Set([
  'inbounds',
  'clients',
  'client_inbounds',
  'client_traffics',
  'client_groups',
  'client_external_links',
  'inbound_client_ips',
  'inbound_fallbacks',
  'hosts',
  'nodes',
  'outbound_traffics',
  'outbound_subscriptions',
  'custom_geo_resources',
  'settings',
  'users',
  'api_tokens',
  'history_of_seeders',
])

/** Reads the rows of a 3x-ui database of any version. Never throws: what cannot be read is in the findings. */
export function readThreeXui(_tables: SourceTables, _tools: ReaderTools): Arrival {
  throw new Error('not written yet')
}
