import type { Block } from '#contract/inbound.ts'
import { dialsOverUdp } from '#domain/inbounds/masque.ts'
import { canonicalStream, networkOf } from '#domain/inbounds/stream.ts'
import { hostPort, splitHostPort, unbracketed } from '#domain/net/address.ts'
import { asBlocks, blockAt, textAt, textsAt } from '#domain/untyped.ts'

export interface Endpoint {
  host: string
  port: number
}

const datagrams = new Set(['kcp', 'hysteria', 'quic'])

/** The transport of the first packet; QUIC and other UDP protocols do not answer a TCP dial. */
export function probeOf(outbound: Block): 'tcp' | 'udp' {
  const protocol = textAt(outbound, 'protocol')
  if (['wireguard', 'hysteria', 'hysteria2'].includes(protocol)) return 'udp'
  const stream = canonicalStream(blockAt(outbound, 'streamSettings'))
  const network = networkOf(stream)
  if (datagrams.has(network)) return 'udp'
  const alpn = textsAt(blockAt(stream, 'tlsSettings'), 'alpn')
  if (network === 'masque') return dialsOverUdp(alpn) ? 'udp' : 'tcp'
  return network === 'xhttp' && alpn.length === 1 && alpn[0] === 'h3' ? 'udp' : 'tcp'
}

function endpointOf(address: unknown, port: unknown): Endpoint[] {
  const number = Number(port)
  if (typeof address !== 'string' || address.trim() === '') return []
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return []
  return [{ host: unbracketed(address.trim()), port: number }]
}

function peerEndpoint(peer: Block): Endpoint[] {
  const { host, port } = splitHostPort(textAt(peer, 'endpoint').trim())
  return endpointOf(host, port)
}

/** Where an outbound connects to: a list of servers, a single server, or WireGuard peers. */
export function endpointsOf(outbound: Block): Endpoint[] {
  const settings = blockAt(outbound, 'settings')
  if (textAt(outbound, 'protocol') === 'wireguard') return asBlocks(settings.peers).flatMap(peerEndpoint)
  const servers = [...asBlocks(settings.vnext), ...asBlocks(settings.servers)]
  const found = [settings, ...servers].flatMap((server) => endpointOf(server.address, server.port))
  return found.filter((e, i) => found.findIndex((f) => f.host === e.host && f.port === e.port) === i)
}

export const shown = ({ host, port }: Endpoint): string => hostPort(host, port)
