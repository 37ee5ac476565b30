import { blankHost, HostGroup } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import { tlsVerifyModes } from '#contract/node.ts'
import { fingerprintOf } from '#domain/fleet/join-string.ts'
import { coded } from '#domain/refusal.ts'
import { asCount, asFlag, asLine, asText, asTexts, asWhole, isBlock, textAt } from '#domain/untyped.ts'
import type { ArrivingFallback, ArrivingHosts, ArrivingInbound, ArrivingNode } from '../arrival.ts'
import type { Findings } from '../findings.ts'
import type { SourceRow, SourceTables, SourceValue } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'
import type { ReadInbounds } from './read-inbounds.ts'

/** The certificate that was pinned; blank if it cannot be read. */
function pinOf(row: SourceRow): string {
  try {
    return fingerprintOf(asLine(row.pinned_cert_sha256, 255))
  } catch {
    return ''
  }
}

/** How the old panel judged the node's certificate; a way that is not known here becomes the strictest one. */
function trustOf(row: SourceRow, found: Findings): Pick<ArrivingNode, 'tlsVerifyMode' | 'pinnedCertSha256'> {
  const given = asText(row.tls_verify_mode)
  const pinnedCertSha256 = pinOf(row)
  const mode = tlsVerifyModes.find((one) => one === given)
  if (mode && (mode !== 'pin' || pinnedCertSha256 !== '')) return { tlsVerifyMode: mode, pinnedCertSha256 }
  if (given !== '')
    found.add('left', 'nodes', coded('movein.columns-left', { table: 'nodes', columns: 'tls_verify_mode' }))
  return { tlsVerifyMode: 'verify', pinnedCertSha256 }
}

/** The nodes, and their names by row number of the source. */
export function readNodes(tables: SourceTables, found: Findings) {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  const nodes: ArrivingNode[] = []
  for (const row of rowsOf(tables, 'nodes')) {
    const id = asCount(row.id)
    if (id === 0 || names.has(id)) continue
    const given = asLine(row.name, 200) || `node-${id}`
    const name = taken.has(given) ? `${given}-${id}` : given
    if (taken.has(name)) continue
    taken.add(name)
    names.set(id, name)
    nodes.push({
      name,
      remark: asLine(row.remark, 1024),
      scheme: asText(row.scheme) === 'http' ? 'http' : 'https',
      address: asLine(row.address, 254),
      port: Math.min(65_535, asCount(row.port)),
      basePath: asLine(row.base_path, 255) || '/',
      apiToken: asLine(row.api_token, 1024),
      enable: asFlag(row.enable, true),
      allowPrivateAddress: asFlag(row.allow_private_address, false),
      trafficMultiplier: 1,
      ...trustOf(row, found),
    })
  }
  return { nodes, names }
}

/** When a fallback row applies. */
const conditionsOf = ({ name, alpn, path, xver }: Block) => ({
  name: asLine(name, 1024),
  alpn: asLine(alpn, 1024),
  path: asLine(path, 1024),
  xver: Math.min(2, asCount(xver)),
})

function fallbackOf(row: SourceRow, inbounds: ReadInbounds): ArrivingFallback | undefined {
  const master = inbounds.get(asWhole(row.master_id) ?? -1)
  const childId = asCount(row.child_id)
  const child = inbounds.get(childId)
  const dest = asLine(row.dest, 1024)
  if (!master || (!child && (childId > 0 || dest === ''))) return undefined
  return { masterTag: master.inbound.tag, childTag: child?.inbound.tag ?? '', ...conditionsOf(row), dest }
}

const byOrder = (a: SourceRow, b: SourceRow): number =>
  asCount(a.sort_order) - asCount(b.sort_order) || asCount(a.id) - asCount(b.id)

export function readFallbacks(
  tables: SourceTables,
  inbounds: ReadInbounds,
  found: Findings,
): ArrivingFallback[] {
  const rows = rowsOf(tables, 'inbound_fallbacks').toSorted(byOrder)
  const fallbacks = rows.flatMap((row) => fallbackOf(row, inbounds) ?? [])
  const orphans = rows.length - fallbacks.length
  if (orphans > 0)
    found.add('left', '', coded('movein.orphans', { count: orphans, table: 'inbound_fallbacks' }))
  return fallbacks
}

/**
 * Versions without a table of fallbacks show a child that listens on an abstract socket under its master's address,
 * by the destination written in the master. A row here does the same; other destinations stay where they are.
 */
export function writtenFallbacks(
  inbounds: readonly ArrivingInbound[],
  known: readonly ArrivingFallback[],
  found: Findings,
): { inbounds: ArrivingInbound[]; fallbacks: ArrivingFallback[] } {
  const sockets = new Map(inbounds.filter((i) => i.listen.startsWith('@')).map((i) => [i.listen, i]))
  const hasRows = new Set(known.map(({ childTag }) => childTag))
  const fallbacks: ArrivingFallback[] = []
  const cleaned = inbounds.map((master) => {
    const written = master.settings.fallbacks
    if (!Array.isArray(written) || sockets.size === 0) return master
    const kept = written.filter((entry: unknown) => {
      const child = isBlock(entry) ? sockets.get(textAt(entry, 'dest')) : undefined
      if (!isBlock(entry) || !child || child === master || hasRows.has(child.tag)) return true
      hasRows.add(child.tag)
      fallbacks.push({ masterTag: master.tag, childTag: child.tag, ...conditionsOf(entry), dest: '' })
      found.add('healed', master.tag, coded('movein.fallback-row', { child: child.tag }))
      return false
    })
    return kept.length === written.length
      ? master
      : { ...master, settings: { ...master.settings, fallbacks: kept } }
  })
  return { inbounds: cleaned, fallbacks }
}

const HostSettings = HostGroup.omit({ groupId: true, inboundIds: true, hosts: true })
type Settings = typeof blankHost

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Words of a list, and JSON: not a line. */
const unshortened = new Set(['security', 'mihomoIpVersion', 'finalMask', 'muxParams', 'sockoptParams'])
const longest = new Map([
  ['sni', 254],
  ['fingerprint', 64],
  ['echConfigList', 65_536],
])

/** A setting from its cell, by the type of its blank value. */
function settingOf(name: string, blank: unknown, cell: SourceValue | undefined): unknown {
  if (typeof blank === 'boolean') return asFlag(cell, false)
  if (Array.isArray(blank)) return asTexts(cell)
  if (name === 'port') return asCount(cell) > 65_535 ? 0 : asCount(cell)
  if (typeof blank === 'number') return Math.min(2_147_483_647, asCount(cell))
  return unshortened.has(name) ? asText(cell) || blank : asLine(cell, longest.get(name) ?? 1024)
}

function hostSettings(row: SourceRow): Settings {
  const read = Object.fromEntries(
    Object.entries(blankHost).map(([name, blank]) => [name, settingOf(name, blank, row[columnOf(name)])]),
  ) as Settings // by the types of the blank ones; the words are checked below
  const fits = HostSettings.safeParse(read)
  return fits.success
    ? fits.data
    : { ...blankHost, remark: read.remark, port: read.port, isDisabled: read.isDisabled }
}

interface Gathering {
  readonly settings: Settings
  readonly addresses: Map<string, Set<string>>
}

/** Rows of one group with the same settings are one group here, for the inbounds that have the same addresses. */
export function readHosts(tables: SourceTables, inbounds: ReadInbounds, found: Findings): ArrivingHosts[] {
  const gathered = new Map<string, Gathering>()
  let orphans = 0
  for (const row of rowsOf(tables, 'hosts').toSorted(byOrder)) {
    const tag = inbounds.get(asWhole(row.inbound_id) ?? -1)?.inbound.tag
    const address = asLine(row.address, 253)
    if (tag === undefined || address === '' || /[\s/\\<>"'`@#?]/u.test(address)) {
      orphans++
      continue
    }
    const settings = hostSettings(row)
    const key = JSON.stringify([asText(row.group_id) || asText(row.id), settings])
    const one = gathered.get(key) ?? { settings, addresses: new Map<string, Set<string>>() }
    gathered.set(key, one)
    one.addresses.set(tag, (one.addresses.get(tag) ?? new Set()).add(address))
  }
  if (orphans > 0) found.add('left', '', coded('movein.orphans', { count: orphans, table: 'hosts' }))
  return [...gathered.values()].flatMap(asGroups)
}

function asGroups({ settings, addresses }: Gathering): ArrivingHosts[] {
  const groups = new Map<string, { inboundTags: string[]; hosts: string[] }>()
  for (const [tag, set] of addresses) {
    const hosts = [...set]
    const key = JSON.stringify(hosts)
    const group = groups.get(key) ?? { inboundTags: [], hosts }
    groups.set(key, group)
    group.inboundTags.push(tag)
  }
  return [...groups.values()].map(({ inboundTags, hosts }) => ({
    inboundTags,
    group: { ...settings, hosts },
  }))
}
