import { coded } from '#domain/refusal.ts'
import type { Arrival } from '../arrival.ts'
import { asLine, rowsOf } from '../cells.ts'
import { Findings } from '../findings.ts'
import type { SourceTables } from '../source-tables.ts'
import {
  readGeoResources,
  readOutboundSubscriptions,
  readOutboundTraffics,
  readTokens,
  readUsers,
} from './accounts.ts'
import { nameUnknown, versionOf } from './known.ts'
import { readFallbacks, readHosts, readNodes, writtenFallbacks } from './places.ts'
import { readClients } from './read-clients.ts'
import { readInbounds } from './read-inbounds.ts'
import { readSettings } from './read-settings.ts'

/** What a reader needs from outside. */
export interface ReaderTools {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
  readonly sha256: (text: string) => string
}

/** Reads the rows of a 3x-ui database of any version. Never throws: what cannot be read is in the findings. */
export function readThreeXui(tables: SourceTables, tools: ReaderTools): Arrival {
  const found = new Findings()
  if (!tables.has('inbounds'))
    found.add('left', 'inbounds', coded('movein.table-missing', { table: 'inbounds' }))
  const { nodes, names } = readNodes(tables, found)
  const read = readInbounds(tables, names, found)
  const { clients, groups } = readClients(tables, read, tools.now, found)
  const rows = readFallbacks(tables, read, found)
  const written = writtenFallbacks(
    [...read.values()].map(({ inbound }) => inbound),
    rows,
    found,
  )
  const arrival: Omit<Arrival, 'findings'> = {
    panel: '3x-ui',
    version: versionOf(tables),
    inbounds: written.inbounds,
    clients,
    groups: [...new Set([...namedGroups(tables), ...groups])],
    fallbacks: [...rows, ...written.fallbacks],
    hosts: readHosts(tables, read, found),
    nodes,
    outboundTraffics: readOutboundTraffics(tables),
    outboundSubscriptions: readOutboundSubscriptions(tables, found),
    geoResources: readGeoResources(tables, found),
    users: readUsers(tables, found),
    tokens: readTokens(tables, tools.sha256, found),
    ...readSettings(tables, found),
    oldSubscriptions: [],
  }
  nameUnknown(tables, found)
  return { ...arrival, findings: found.all() }
}

const namedGroups = (tables: SourceTables): string[] =>
  rowsOf(tables, 'client_groups')
    .map((row) => asLine(row.name, 254))
    .filter((name) => name !== '')
