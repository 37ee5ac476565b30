import { coded } from '#domain/refusal.ts'
import { asCount, asFlag, asLine, asMoment, asText, wholeOr } from '#domain/untyped.ts'
import type {
  Arrival,
  ArrivingGeoResource,
  ArrivingOutboundSubscription,
  ArrivingToken,
  ArrivingUser,
} from '../arrival.ts'
import { Findings } from '../findings.ts'
import type { SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'
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

const isHash = (text: string): boolean =>
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text) || /^\$argon2id\$[\x21-\x7e]{20,500}$/.test(text)

/** Only hashes are imported: a password in plain text, as very old versions keep it, would have to be hashed first. */
function readUsers(tables: SourceTables, found: Findings): ArrivingUser[] {
  const names = new Set<string>()
  return rowsOf(tables, 'users').flatMap((row) => {
    const username = asText(row.username)
    const passwordHash = asText(row.password)
    const isUsable = username.trim() !== '' && username.length <= 254 && !/[\p{Cc}\p{Cs}]/u.test(username)
    const said = !isUsable
      ? coded('movein.user-name-unusable')
      : !isHash(passwordHash)
        ? coded('movein.user-without-hash')
        : names.has(username)
          ? coded('movein.user-twice')
          : undefined
    if (said) {
      found.add('left', asLine(username, 254), said)
      return []
    }
    names.add(username)
    return [{ username, passwordHash }]
  })
}

const tokenShape = /^[\x21-\x7e]{16,512}$/
const hashShape = /^[0-9a-f]{64}$/

/** The first versions with named tokens store them as they are, later ones the SHA-256 of them. */
function readTokens(
  tables: SourceTables,
  sha256: (text: string) => string,
  found: Findings,
): ArrivingToken[] {
  const rows = rowsOf(tables, 'api_tokens')
  const tokens: ArrivingToken[] = []
  const names = new Set<string>()
  const hashes = new Set<string>()
  for (const row of rows) {
    const stored = asText(row.token).trim()
    const given = asLine(row.name, 60) || 'token'
    const name = names.has(given) ? `${given}-${tokens.length + 1}` : given
    const hash = hashShape.test(stored) ? stored : tokenShape.test(stored) ? sha256(stored) : ''
    if (hash === '' || hashes.has(hash) || names.has(name)) {
      found.add('left', given, coded('movein.token-unusable'))
      continue
    }
    names.add(name)
    hashes.add(hash)
    tokens.push({ name, hash, enabled: asFlag(row.enabled, true), createdAt: asMoment(row.created_at) })
  }
  return tokens.length > 0 || rows.length > 0 ? tokens : earlierToken(tables, sha256)
}

/** Before the table of tokens existed, one token was in the settings; later versions call it `default`. */
function earlierToken(tables: SourceTables, sha256: (text: string) => string): ArrivingToken[] {
  const row = rowsOf(tables, 'settings').find((r) => asText(r.key) === 'apiToken')
  const token = asText(row?.value).trim()
  return tokenShape.test(token) ? [{ name: 'default', hash: sha256(token), enabled: true, createdAt: 0 }] : []
}

function readOutboundTraffics(tables: SourceTables): Arrival['outboundTraffics'] {
  const seen = new Set<string>()
  return rowsOf(tables, 'outbound_traffics').flatMap((row) => {
    const tag = asLine(row.tag, 254)
    if (tag === '' || seen.has(tag)) return []
    seen.add(tag)
    const up = asCount(row.up)
    return [{ tag, up, down: Math.min(asCount(row.down), Number.MAX_SAFE_INTEGER - up) }]
  })
}

function readOutboundSubscriptions(tables: SourceTables, found: Findings): ArrivingOutboundSubscription[] {
  return rowsOf(tables, 'outbound_subscriptions').flatMap((row) => {
    const url = asLine(row.url, 2_048)
    const remark = asLine(row.remark, 254)
    if (!/^https?:\/\/[^/\s]/i.test(url)) {
      found.add('left', remark, coded('movein.list-without-url'))
      return []
    }
    return [
      {
        remark,
        url,
        enabled: asFlag(row.enabled, true),
        tagPrefix: asLine(row.tag_prefix, 64),
        updateInterval: Math.max(60, Math.min(2_592_000, wholeOr(row.update_interval, 600))),
        priority: Math.min(2_147_483_647, asCount(row.priority)),
        prepend: asFlag(row.prepend, false),
      },
    ]
  })
}

function readGeoResources(tables: SourceTables, found: Findings): ArrivingGeoResource[] {
  return rowsOf(tables, 'custom_geo_resources').flatMap((row) => {
    const geoType = asText(row.geo_type)
    const alias = asText(row.alias)
    const url = asLine(row.url, 2_048)
    const fits =
      /^geo(?:ip|site)$/.test(geoType) && /^[a-z0-9_-]{1,64}$/.test(alias) && /^https?:\/\/[^/]/i.test(url)
    if (fits) return [{ geoType, alias, url }]
    found.add('left', asLine(alias, 64), coded('movein.geo-unusable'))
    return []
  })
}
