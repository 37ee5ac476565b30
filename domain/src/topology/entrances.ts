import type { FallbackRow } from '#contract/fallback.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { effectiveRouting, type FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import { canonicalListen, isInner, isSocketPath, isWildcard } from '#domain/inbounds/listen.ts'
import { claimsClash, layer4Of, type PortClaim } from '#domain/inbounds/port.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { hostPort } from '#domain/net/address.ts'
import { textAt } from '#domain/untyped.ts'
import {
  edgeOf,
  type Meter,
  type NodeOf,
  type Topology,
  type TopologyEdge,
  type TopologyNode,
  type Trouble,
} from './graph.ts'

export type TopologyInbound = FallbackInbound &
  Pick<Inbound, 'protocol' | 'remark' | 'tag' | 'enable' | 'expiryTime' | 'total' | 'up' | 'down'>

/** A node with its state, as the list of nodes shows it. */
type Server = Pick<Node, 'id' | 'name'> & Partial<Pick<Node, 'enable' | 'status' | 'xrayState'>>

export interface EntranceWorld {
  inbounds: readonly TopologyInbound[]
  fallbacks: readonly FallbackRow[]
  /** Nodes by id, as in an inbound's `nodeId`. */
  servers: readonly Server[]
  isCoreRunning: boolean
  now: number
}

export const inboundId = (id: number): string => `in:${id}`
const nameOfInbound = ({ remark, protocol, port }: TopologyInbound): string => remark || `${protocol}:${port}`

const hasEnded = ({ expiryTime, total, up, down }: TopologyInbound, now: number): boolean =>
  (expiryTime > 0 && expiryTime <= now) || (total > 0 && up + down >= total)

const claimOf = (inbound: TopologyInbound): PortClaim => ({ ...inbound, layers: layer4Of(inbound) })

/** Why nobody can connect through it; the operator's own choice comes first. */
function entranceTrouble(inbound: TopologyInbound, world: EntranceWorld): Trouble | undefined {
  const name = nameOfInbound(inbound)
  if (hasEnded(inbound, world.now)) return { why: 'inboundEnded', name }
  if (!inbound.enable) return { why: 'inboundOff', name }
  const claim = claimOf(inbound)
  const rival = world.inbounds.find(
    (other) => other.id !== inbound.id && other.enable && claimsClash(claim, claimOf(other)),
  )
  if (rival) return { why: 'portTaken', name: nameOfInbound(rival) }
  return world.isCoreRunning || !runsHere(inbound) ? undefined : { why: 'coreDown', name: '' }
}

/** Only this core says how much an inbound carries right now (ADR 065). */
const meterOf = (inbound: TopologyInbound): { meter?: Meter } =>
  runsHere(inbound) ? { meter: { side: 'inbound', tags: [inbound.tag] } } : {}

/** Why no client can connect through a node. */
function serverTrouble(server: Server | undefined): Trouble | undefined {
  if (!server) return undefined
  const { name, enable = true, status, xrayState = 'running' } = server
  if (!enable) return { why: 'nodeOff', name }
  if (status === 'offline') return { why: 'nodeDown', name }
  return status === 'online' && xrayState !== 'running' ? { why: 'nodeCoreDown', name } : undefined
}

const portLabel = ({ listen, port }: TopologyInbound): string => {
  const address = canonicalListen(listen)
  if (isSocketPath(address)) return address
  if (isWildcard(address)) return String(port)
  return hostPort(address, port)
}

/** Number of masters in front of it. Stops at a loop, which validation refuses anyway. */
function depthOf(
  id: number,
  mastersOf: ReadonlyMap<number, readonly number[]>,
  seen: readonly number[] = [],
) {
  let deepest = 0
  for (const master of mastersOf.get(id) ?? [])
    if (master !== id && !seen.includes(master))
      deepest = Math.max(deepest, 1 + depthOf(master, mastersOf, [...seen, id]))
  return deepest
}

function fallbackTrouble(
  master: TopologyInbound,
  child: TopologyInbound | undefined,
  row: FallbackRow,
  world: EntranceWorld,
): Trouble | undefined {
  const encrypted = (textAt(master.settings, 'decryption') || 'none') !== 'none'
  if (!canHostFallbacks(master) || encrypted) return { why: 'masterCannot', name: nameOfInbound(master) }
  if (!child) return row.dest ? undefined : { why: 'childGone', name: nameOfInbound(master) }
  const own = entranceTrouble(child, { ...world, isCoreRunning: true })
  if (!own || row.dest) return own?.why === 'portTaken' ? own : undefined
  return own.why === 'portTaken' ? own : { why: 'childOff', name: nameOfInbound(child) }
}

function portNodes(world: EntranceWorld, depths: ReadonlyMap<number, number>): Topology {
  const ports = new Map<string, NodeOf<'port'>>()
  const edges: TopologyEdge[] = []
  for (const inbound of world.inbounds) {
    const layers = layer4Of(inbound)
    if (layers.length === 0) continue // a tun device has no port
    if ((depths.get(inbound.id) ?? 0) > 0 && isInner(inbound.listen)) continue // reached only through its masters
    const label = portLabel(inbound)
    const id = `port:${inbound.nodeId ?? 0}:${label}`
    const known = ports.get(id)
    ports.set(id, {
      id,
      kind: 'port',
      column: 'port',
      depth: 0,
      label,
      layers: [...new Set([...(known?.layers ?? []), ...layers])],
      inboundIds: [...(known?.inboundIds ?? []), inbound.id],
    })
    const edge = edgeOf('listen', id, inboundId(inbound.id), entranceTrouble(inbound, world))
    edges.push({ ...edge, id: `${id}>${inbound.id}`, ...meterOf(inbound) })
  }
  return { nodes: [...ports.values()], edges }
}

function serverNodes(world: EntranceWorld, ports: readonly TopologyNode[]): Topology {
  const machineOf = new Map(world.inbounds.map(({ id, nodeId }) => [id, nodeId]))
  const used = new Set(world.inbounds.flatMap(({ nodeId }) => nodeId ?? []))
  const byId = new Map(world.servers.map((server) => [server.id, server]))
  const nodes = [...used].map((serverId): TopologyNode => {
    const name = byId.get(serverId)?.name ?? `#${serverId}`
    const trouble = serverTrouble(byId.get(serverId))
    return {
      id: `server:${serverId}`,
      kind: 'server',
      column: 'server',
      depth: 0,
      serverId,
      name,
      ...(trouble && { trouble }),
    }
  })
  const edges = ports.flatMap((port): TopologyEdge[] => {
    const machine = port.kind === 'port' ? machineOf.get(port.inboundIds[0] ?? 0) : null
    if (machine === null || machine === undefined) return []
    return [edgeOf('host', `server:${machine}`, port.id, serverTrouble(byId.get(machine)))]
  })
  return { nodes, edges }
}

/** One edge from a master to each child, however many rows lead there. */
function fallbackEdges(world: EntranceWorld, depths: ReadonlyMap<number, number>): Topology {
  const byId = new Map(world.inbounds.map((inbound) => [inbound.id, inbound]))
  const nodes = new Map<string, TopologyNode>()
  const edges = new Map<string, TopologyEdge>()
  for (const row of world.fallbacks.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)) {
    const master = byId.get(row.masterId)
    if (!master) continue
    const child = byId.get(row.childId)
    const dest = row.dest || '?'
    const to = child ? inboundId(child.id) : `dest:${master.id}:${dest}`
    if (!child)
      nodes.set(to, {
        id: to,
        kind: 'dest',
        column: 'child',
        depth: depths.get(master.id) ?? 0,
        dest: row.dest,
        masterId: master.id,
      })
    const { path, alpn, name } = effectiveRouting(row, child, master)
    const id = `${master.id}>${to}`
    const known = edges.get(id)
    const trouble = known?.trouble ?? fallbackTrouble(master, child, row, world)
    edges.set(id, {
      ...edgeOf('fallback', inboundId(master.id), to, trouble),
      id,
      labels: [...(known?.labels ?? []), [name, alpn, path].filter(Boolean).join(' ')].filter(Boolean),
      ...(child && meterOf(child)),
    })
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** Machines, ports, inbounds, and the fallbacks between them. */
export function entrancesOf(world: EntranceWorld): Topology {
  const mastersOf = new Map<number, number[]>()
  for (const { masterId, childId } of world.fallbacks)
    mastersOf.set(childId, [...(mastersOf.get(childId) ?? []), masterId])
  const exists = new Set(world.inbounds.map(({ id }) => id))
  for (const [child, masters] of mastersOf)
    mastersOf.set(
      child,
      masters.filter((id) => exists.has(id)),
    )
  const depths = new Map(world.inbounds.map(({ id }) => [id, depthOf(id, mastersOf)]))
  const inbounds = world.inbounds.map((inbound): TopologyNode => {
    const depth = depths.get(inbound.id) ?? 0
    return {
      id: inboundId(inbound.id),
      kind: 'inbound',
      column: depth > 0 ? 'child' : 'inbound',
      depth: Math.max(0, depth - 1),
      inboundId: inbound.id,
      name: nameOfInbound(inbound),
      tag: inbound.tag,
      protocol: inbound.protocol,
      isOn: inbound.enable && !hasEnded(inbound, world.now),
      isFar: !runsHere(inbound),
    }
  })
  const ports = portNodes(world, depths)
  const fallbacks = fallbackEdges(world, depths)
  const servers = serverNodes(world, ports.nodes)
  return {
    nodes: [...servers.nodes, ...ports.nodes, ...inbounds, ...fallbacks.nodes],
    edges: [...servers.edges, ...ports.edges, ...fallbacks.edges],
  }
}
