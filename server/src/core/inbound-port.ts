import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { layer4Of } from '#domain/inbounds/port.ts'

/** What must be told apart when a client is cut; the shape is the sessions room's. */
export interface InboundPort {
  tag: string
  port: number
  network: 'tcp' | 'udp' | 'both'
}

export function portOf(inbound: SectionSource): InboundPort {
  const layers = layer4Of(inbound)
  return { tag: inbound.tag, port: inbound.port, network: layers.length > 1 ? 'both' : (layers[0] ?? 'tcp') }
}
