import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import type { Connected } from '../reconcile/link.ts'

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
