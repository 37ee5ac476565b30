import { isProtocol } from '#contract/protocol.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { CoreInbound, SectionSource } from '#domain/core-config/inbound-section.ts'
import { layer4Of, type PortClaim } from '#domain/inbounds/port.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import { servedPorts } from '#domain/rotation/values.ts'
import { poolTexts } from '#domain/wireguard/pool.ts'
import type { Connected } from '../reconcile/link.ts'

export const claimOf = (source: SectionSource): PortClaim => ({
  id: source.id,
  remark: source.remark ?? '',
  listen: source.listen,
  port: source.port,
  nodeId: source.nodeId,
  layers: layer4Of(source),
})

/** One for each port on which it listens, its own first. */
export const claimsOf = (source: SectionSource): PortClaim[] =>
  servedPorts(source).map((port) => ({ ...claimOf(source), port }))

/** What the running core holds for an inbound; its section may be an older one if a change waits for a restart. */
export function heldClaim(source: SectionSource | undefined, config: CoreConfig): PortClaim | undefined {
  const section = isLocal(source) && config.inbounds.find(({ tag }) => tag === source.tag)
  if (!section) return undefined
  const { listen = '', port = 0, settings, streamSettings = {} } = section
  const own = Number.parseInt(String(port), 10)
  return claimOf({ ...source, listen, port: own, settings, streamSettings })
}

/** What an inbound of the template opens; a range of ports, or a protocol that is not ours, counts by its address only. */
export function templateClaim({
  protocol,
  listen = '',
  port,
  settings,
  streamSettings,
}: CoreInbound): PortClaim {
  const shape = { settings: settings ?? {}, streamSettings: streamSettings ?? {} }
  const layers = isProtocol(protocol) ? layer4Of({ ...shape, protocol }) : []
  return { id: 0, remark: '', listen, port: typeof port === 'number' ? port : 0, nodeId: null, layers }
}

/** Where an inbound listens, as far as needed to tell its connections apart. */
export interface InboundPort {
  tag: string
  port: number
  /**
   * `udp`: QUIC and mKCP, one socket for all clients; `both`: Shadowsocks with UDP; `tunnel`: WireGuard and
   * MASQUE, where the core names each client by its address inside.
   */
  network: 'tcp' | 'udp' | 'both' | 'tunnel'
}

const isTunnel = (protocol: string): boolean => protocol === 'wireguard' || protocol === 'masque'

/** Whether a client has sockets of its own there. */
export const hasSockets = ({ network }: InboundPort): boolean => network === 'tcp' || network === 'both'

/** One for each port of an inbound. */
export function portsOf(inbound: SectionSource): InboundPort[] {
  const layers = layer4Of(inbound)
  const lower = layers.length > 1 ? 'both' : (layers[0] ?? 'tcp')
  const network = isTunnel(inbound.protocol) ? 'tunnel' : lower
  return servedPorts(inbound).map((port) => ({ tag: inbound.tag, port, network }))
}

const listed = new WeakMap<Connected['inbounds'], readonly InboundPort[]>()

/** Of all that run here. It is asked for with every line of the core. */
export function portsOfAll(inbounds: Connected['inbounds'] | undefined): readonly InboundPort[] {
  if (!inbounds) return []
  const known = listed.get(inbounds)
  if (known) return known
  const ports = [...inbounds.values()].filter(isLocal).flatMap(portsOf)
  listed.set(inbounds, ports)
  return ports
}

const pools = new WeakMap<Connected['inbounds'], readonly string[]>()

/** The networks that its MASQUE inbounds give addresses from. */
export function masquePoolsOf(inbounds: Connected['inbounds'] | undefined): readonly string[] {
  if (!inbounds) return []
  const known = pools.get(inbounds)
  if (known) return known
  const found = [...inbounds.values()]
    .filter((inbound) => isLocal(inbound) && inbound.protocol === 'masque')
    .flatMap(({ settings }) => poolTexts(settings))
  pools.set(inbounds, found)
  return found
}

/** Where this core should listen on TCP; a unix socket has no port. */
export const tcpPorts = (core: Connected | undefined): number[] =>
  [...(core?.inbounds.values() ?? [])]
    .filter((inbound) => isLocal(inbound) && inbound.port > 0 && !/^[/@]/.test(inbound.listen))
    .flatMap(portsOf)
    .filter(hasSockets)
    .map(({ port }) => port)
