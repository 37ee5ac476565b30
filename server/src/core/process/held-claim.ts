import { isProtocol } from '#contract/protocol.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { CoreInbound, SectionSource } from '#domain/core-config/inbound-section.ts'
import { layer4Of, type PortClaim } from '#domain/inbounds/port.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import type { Connected } from '../reconcile/link.ts'

export const claimOf = (source: SectionSource): PortClaim => ({
  id: source.id,
  remark: source.remark ?? '',
  listen: source.listen,
  port: source.port,
  nodeId: source.nodeId,
  layers: layer4Of(source),
})

/** What the running core holds for an inbound; its section may be an older one if a change waits for a restart. */
export function heldClaim(source: SectionSource | undefined, config: CoreConfig): PortClaim | undefined {
  const section = isLocal(source) && config.inbounds.find(({ tag }) => tag === source.tag)
  if (!section) return undefined
  const { listen = '', port = 0, settings, streamSettings = {} } = section
  return claimOf({ ...source, listen, port, settings, streamSettings })
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
  /** `udp`: QUIC and mKCP, one socket for all clients; `both`: Shadowsocks with UDP. */
  network: 'tcp' | 'udp' | 'both'
}

export function portOf(inbound: SectionSource): InboundPort {
  const layers = layer4Of(inbound)
  return { tag: inbound.tag, port: inbound.port, network: layers.length > 1 ? 'both' : (layers[0] ?? 'tcp') }
}

/** Where this core should listen on TCP; a unix socket has no port. */
export const tcpPorts = (core: Connected | undefined): number[] =>
  [...(core?.inbounds.values() ?? [])]
    .filter((inbound) => isLocal(inbound) && inbound.port > 0 && !/^[/@]/.test(inbound.listen))
    .filter((inbound) => portOf(inbound).network !== 'udp')
    .map(({ port }) => port)
