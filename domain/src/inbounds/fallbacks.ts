import type { FallbackParent, FallbackRow } from '#contract/fallback.ts'
import { blockAt, textAt, textsAt } from '#domain/untyped.ts'
import { canHostFallbacks, withoutReality } from './capabilities.ts'
import { dialAddress } from './listen.ts'
import { type InboundShape, networkOf, securityOf, transportOf } from './stream.ts'

export interface FallbackInbound extends InboundShape {
  id: number
  listen: string
  port: number
  nodeId: number | null
}

type FallbackChild = Omit<FallbackInbound, 'nodeId'>

type FallbackRouting = Pick<FallbackRow, 'name' | 'alpn' | 'path' | 'xver'>

const rooted = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`)

const firstRequestPath = (transport: FallbackInbound['settings']): string => {
  const header = blockAt(transport, 'header')
  return textAt(header, 'type') === 'http' ? (textsAt(blockAt(header, 'request'), 'path')[0] ?? '') : ''
}

const speaksH2 = (child: InboundShape): boolean => ['grpc', 'xhttp'].includes(networkOf(child.streamSettings))

/** Reality negotiates no ALPN: behind it the core sees a blank one, so that a row with an ALPN matches nothing. */
const isReality = (master: InboundShape): boolean => securityOf(master.streamSettings) === 'reality'

/** How a child's traffic is told apart behind TLS, derived from its transport. */
export function derivedRouting(child: InboundShape): FallbackRouting {
  const network = networkOf(child.streamSettings)
  const transport = transportOf(child.streamSettings)
  const tls = securityOf(child.streamSettings) === 'tls' ? blockAt(child.streamSettings, 'tlsSettings') : {}
  const alpn = textsAt(tls, 'alpn')
  const paths: Readonly<Record<string, string>> = {
    tcp: firstRequestPath(transport),
    grpc: rooted(textAt(transport, 'serviceName')), // the core expects the slash that gRPC's name lacks
  }
  const sockopt = blockAt(child.streamSettings, 'sockopt')
  const proxied = transport.acceptProxyProtocol === true || sockopt.acceptProxyProtocol === true
  return {
    name: textAt(tls, 'serverName'),
    // A single value: a connection cannot negotiate a list.
    alpn: network === 'grpc' ? 'h2' : alpn.length === 1 ? alpn[0]! : '',
    path: Object.hasOwn(paths, network) ? paths[network]! : rooted(textAt(transport, 'path').split('?')[0]!),
    xver: proxied ? 2 : 0,
  }
}

export function effectiveRouting(
  row: FallbackRouting,
  child: InboundShape | undefined,
  master: InboundShape,
): FallbackRouting {
  const derived = child ? derivedRouting(child) : { name: '', alpn: '', path: '', xver: 0 }
  // Rows of other panels repeat what is derived for TLS.
  const isDerived = ['', derived.alpn].includes(row.alpn) || (child && speaksH2(child) && row.alpn === 'h2')
  return {
    name: row.name || derived.name,
    alpn: isReality(master) && isDerived ? '' : row.alpn || derived.alpn,
    path: rooted(row.path) || derived.path,
    xver: row.xver || derived.xver,
  }
}

export interface CoreFallback {
  dest: string | number
  name?: string
  alpn?: string
  path?: string
  xver?: number
}

const inOrder = (a: FallbackRow, b: FallbackRow): number => a.sortOrder - b.sortOrder || a.id - b.id

/** A row that adds no condition of its own: connections that negotiated HTTP/2 go to that child. */
function takesH2(row: FallbackRouting, child: InboundShape): boolean {
  if (!speaksH2(child)) return false
  const { path } = derivedRouting(child)
  return ['', 'h2'].includes(row.alpn) && ['', path].includes(rooted(row.path)) && path !== ''
}

/** Finds two children of one master that the core cannot tell apart: in HTTP/2 it sees only the name, not the path. */
export function secondH2<Row extends FallbackRouting & { childId: number }>(
  master: InboundShape,
  rows: readonly Row[],
  childOf: (id: number) => InboundShape | undefined,
): { row: Row; first: Row } | undefined {
  const taken = new Map<string, Row>()
  for (const row of rows) {
    const child = row.childId > 0 ? childOf(row.childId) : undefined
    if (!child || !takesH2(row, child)) continue
    const { name } = effectiveRouting(row, child, master)
    const first = taken.get(name)
    if (first && first.childId !== row.childId) return { row, first }
    taken.set(name, row)
  }
  return undefined
}

interface Entry {
  row: FallbackRow
  core: CoreFallback
  /** Gets connections that negotiated HTTP/2 and match no other row. */
  h2: boolean
}

const keyOf = ({ name = '', alpn = '', path = '' }: Partial<CoreFallback>): string =>
  JSON.stringify([name, alpn, path])

/**
 * The core matches only whole paths and only in HTTP/1.1, so a child that speaks HTTP/2 is never reached by its path.
 * Unless the operator says otherwise, connections that negotiated h2 and match no other row go to the first such child.
 * Behind Reality nothing says h2: there it gets all connections that match no other row.
 */
function withH2(entries: readonly Entry[], alpn: 'h2' | undefined): Omit<Entry, 'h2'>[] {
  const taken = new Set(
    entries.filter(({ core }) => !core.path && core.alpn === alpn).map(({ core }) => core.name),
  )
  return entries.flatMap(({ row, core, h2 }) => {
    if (!h2 || taken.has(core.name)) return [{ row, core }]
    taken.add(core.name)
    const { path: _, ...bare } = core
    return [
      { row, core },
      { row, core: { ...bare, ...(alpn && { alpn }) } },
    ]
  })
}

function entriesOf(
  master: InboundShape,
  rows: readonly FallbackRow[],
  childOf: (id: number) => FallbackChild | undefined,
): Omit<Entry, 'h2'>[] {
  const entries = rows.toSorted(inOrder).flatMap((row): Entry[] => {
    const child = row.childId > 0 ? childOf(row.childId) : undefined
    const dest = row.dest || (child && dialAddress(child.listen, child.port))
    if (!dest) return []
    const { name, alpn, path, xver } = effectiveRouting(row, child, master)
    const core: CoreFallback = {
      dest: /^\d+$/.test(dest) ? Number(dest) : dest,
      ...(name && { name }),
      ...(alpn && { alpn }),
      ...(path && { path }),
      ...(xver && { xver }),
    }
    return [{ row, core, h2: child !== undefined && takesH2(row, child) }]
  })
  return withH2(entries, isReality(master) ? undefined : 'h2')
}

/** The master's `settings.fallbacks` for the core. A row without a destination whose child is gone is left out. */
export const coreFallbacks = (
  master: InboundShape,
  rows: readonly FallbackRow[],
  childOf: (id: number) => FallbackChild | undefined,
): CoreFallback[] => entriesOf(master, rows, childOf).map(({ core }) => core)

/** Where the core sends a connection: by name, ALPN and path, each falling back to the row without that condition. */
function landing(
  entries: readonly Omit<Entry, 'h2'>[],
  { name, alpn, path }: Pick<FallbackRouting, 'name' | 'alpn' | 'path'>,
) {
  const byKey = new Map(entries.map((entry) => [keyOf(entry.core), entry.row])) // of equal ones the core uses the last
  const places = [path, ''].flatMap((p) => [
    { name, alpn, path: p },
    { name, alpn: '', path: p },
    { name: '', alpn, path: p },
    { name: '', alpn: '', path: p },
  ])
  for (const place of places) {
    const row = byKey.get(keyOf(place))
    if (row) return row
  }
  return undefined
}

/** The core's client, and so most apps, cannot dial it. */
const isUndialable = (child: InboundShape, master: InboundShape): boolean =>
  isReality(master) && withoutReality.has(networkOf(child.streamSettings))

/** What the core sees of a connection of the child's clients. */
function askedFor(row: FallbackRow, child: InboundShape, master: InboundShape) {
  const { name, alpn, path } = effectiveRouting(row, child, master)
  if (isReality(master)) return { name, alpn: '', path: speaksH2(child) ? '' : path }
  return speaksH2(child) ? { name, alpn: 'h2', path: '' } : { name, alpn: alpn || 'http/1.1', path }
}

/** Why no client reaches a child: apps cannot dial it through this master, or another row gets its connections. */
export type CutOff = 'undialable' | 'shared'

/** Children of one master that can never receive a connection. */
export function cutOffChildren(
  master: InboundShape,
  rows: readonly FallbackRow[],
  childOf: (id: number) => FallbackChild | undefined,
): Map<number, CutOff> {
  const entries = entriesOf(master, rows, childOf)
  const reached = new Set<number>()
  const cutOff = new Map<number, CutOff>()
  for (const row of rows) {
    const child = row.childId > 0 ? childOf(row.childId) : undefined
    if (!child) continue
    if (isUndialable(child, master)) cutOff.set(row.childId, 'undialable')
    else if (landing(entries, askedFor(row, child, master))?.childId === row.childId) reached.add(row.childId)
    else cutOff.set(row.childId, 'shared')
  }
  for (const id of reached) cutOff.delete(id)
  return cutOff
}

/** Which master each child is advertised through: its first row counts, as long as that master can host fallbacks. */
export function fallbackParents(
  rows: readonly FallbackRow[],
  inboundOf: (id: number) => InboundShape | undefined,
): Map<number, FallbackParent> {
  const parents = new Map<number, FallbackParent>()
  for (const row of rows.toSorted(inOrder)) {
    if (row.childId <= 0 || parents.has(row.childId)) continue
    const master = inboundOf(row.masterId)
    if (!master || !canHostFallbacks(master)) continue // the master was edited since: the row is inactive
    const { path } = effectiveRouting(row, inboundOf(row.childId), master)
    parents.set(row.childId, { masterId: row.masterId, ...(path && { path }) })
  }
  return parents
}
