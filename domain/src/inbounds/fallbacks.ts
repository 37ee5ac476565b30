import type { FallbackParent, FallbackRow } from '#contract/fallback.ts'
import { canHostFallbacks } from './capabilities.ts'
import { dialAddress } from './listen.ts'
import { blockAt, type InboundShape, networkOf, securityOf, textAt, textsAt, transportOf } from './stream.ts'

export interface FallbackInbound extends InboundShape {
  id: number
  listen: string
  port: number
  nodeId: number | null
}

export type FallbackRouting = Pick<FallbackRow, 'name' | 'alpn' | 'path' | 'xver'>

const rooted = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`)

const firstRequestPath = (transport: FallbackInbound['settings']): string => {
  const header = blockAt(transport, 'header')
  return textAt(header, 'type') === 'http' ? (textsAt(blockAt(header, 'request'), 'path')[0] ?? '') : ''
}

/** Where a child's traffic is told from the rest, read off its transport (spec, Inbound fallback 3). */
export function derivedRouting(child: InboundShape): FallbackRouting {
  const network = networkOf(child.streamSettings)
  const transport = transportOf(child.streamSettings)
  const tls = securityOf(child.streamSettings) === 'tls' ? blockAt(child.streamSettings, 'tlsSettings') : {}
  const alpn = textsAt(tls, 'alpn')
  const paths: Readonly<Record<string, string>> = {
    tcp: firstRequestPath(transport),
    grpc: rooted(textAt(transport, 'serviceName')), // the core wants the slash that gRPC's name lacks
  }
  const sockopt = blockAt(child.streamSettings, 'sockopt')
  const proxied = transport.acceptProxyProtocol === true || sockopt.acceptProxyProtocol === true
  return {
    name: textAt(tls, 'serverName'),
    // One name only: a list is nothing that a connection could have negotiated.
    alpn: network === 'grpc' ? 'h2' : alpn.length === 1 ? alpn[0]! : '',
    path: Object.hasOwn(paths, network) ? paths[network]! : rooted(textAt(transport, 'path').split('?')[0]!),
    xver: proxied ? 2 : 0,
  }
}

/** What a row says, completed by what its child's transport says. */
export function effectiveRouting(row: FallbackRouting, child: InboundShape | undefined): FallbackRouting {
  const derived = child ? derivedRouting(child) : { name: '', alpn: '', path: '', xver: 0 }
  return {
    name: row.name || derived.name,
    alpn: row.alpn || derived.alpn,
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

const speaksH2 = (child: InboundShape): boolean => ['grpc', 'xhttp'].includes(networkOf(child.streamSettings))

/**
 * The core finds paths in HTTP/1.1 alone, and whole ones only: a child that speaks HTTP/2 is never reached by its path.
 * Unless the operator says otherwise, what negotiated h2 and fits no other row goes to the first such child.
 */
function withH2(entries: readonly { entry: CoreFallback; h2: boolean }[]): CoreFallback[] {
  const taken = new Set(
    entries.filter(({ entry }) => !entry.path && entry.alpn === 'h2').map(({ entry }) => entry.name),
  )
  return entries.flatMap(({ entry, h2 }) => {
    if (!h2 || taken.has(entry.name)) return [entry]
    taken.add(entry.name)
    const { path: _, ...bare } = entry
    return [entry, { ...bare, alpn: 'h2' }]
  })
}

/** The master's `settings.fallbacks` for the core. A row whose child is gone and that has no own dest is left out. */
export function coreFallbacks(
  rows: readonly FallbackRow[],
  childOf: (id: number) => FallbackInbound | undefined,
): CoreFallback[] {
  const entries = rows.toSorted(inOrder).flatMap((row) => {
    const child = row.childId > 0 ? childOf(row.childId) : undefined
    const dest = row.dest || (child && dialAddress(child.listen, child.port))
    if (!dest) return []
    const { name, alpn, path, xver } = effectiveRouting(row, child)
    const entry: CoreFallback = {
      dest: /^\d+$/.test(dest) ? Number(dest) : dest,
      ...(name && { name }),
      ...(alpn && { alpn }),
      ...(path && { path }),
      ...(xver && { xver }),
    }
    const own = row.alpn !== '' || row.path !== ''
    return [{ entry, h2: child !== undefined && !own && speaksH2(child) && path !== '' }]
  })
  return withH2(entries)
}

/** Which master each child advertises: its first row counts (http.md 2.3), and only while that master can host fallbacks. */
export function fallbackParents(
  rows: readonly FallbackRow[],
  inboundOf: (id: number) => InboundShape | undefined,
): Map<number, FallbackParent> {
  const parents = new Map<number, FallbackParent>()
  for (const row of rows.toSorted(inOrder)) {
    if (row.childId <= 0 || parents.has(row.childId)) continue
    const master = inboundOf(row.masterId)
    if (!master || !canHostFallbacks(master)) continue // it was edited since: the row waits
    const { path } = effectiveRouting(row, inboundOf(row.childId))
    parents.set(row.childId, { masterId: row.masterId, ...(path && { path }) })
  }
  return parents
}
