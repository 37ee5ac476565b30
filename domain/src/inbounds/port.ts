import type { Protocol } from '#contract/protocol.ts'
import { Refusal } from '#domain/refusal.ts'
import { blockAt, textAt, textsAt } from '#domain/untyped.ts'
import { canonicalListen, isSocketPath, isWildcard, listensOverlap } from './listen.ts'
import { masqueLayers } from './masque.ts'
import { runTogether } from './runs-on.ts'
import { type InboundShape, networkOf, securityOf } from './stream.ts'

export type Layer4 = 'tcp' | 'udp'

const both = (names: string): Layer4[] => {
  const list = names
    .toLowerCase()
    .split(',')
    .map((n) => n.trim())
  return (['tcp', 'udp'] as const).filter((n) => list.includes(n))
}

/** What the stream of a TCP protocol binds: mKCP, and XHTTP with only HTTP/3, use UDP. */
function streamLayer({ streamSettings }: InboundShape): Layer4 {
  const network = networkOf(streamSettings)
  const alpn = textsAt(blockAt(streamSettings, 'tlsSettings'), 'alpn')
  const quic = network === 'xhttp' && securityOf(streamSettings) === 'tls' && alpn.join() === 'h3'
  return network === 'kcp' || network === 'hysteria' || quic ? 'udp' : 'tcp'
}

function shadowsocksLayers(inbound: InboundShape): Layer4[] {
  const asked = both(textAt(inbound.settings, 'network') || 'tcp')
  return [...new Set(asked.map((l) => (l === 'tcp' ? streamLayer(inbound) : l)))]
}

const stream = (inbound: InboundShape): Layer4[] => [streamLayer(inbound)]
const udp = (): Layer4[] => ['udp']

const layersFor = {
  vless: stream,
  vmess: stream,
  trojan: stream,
  shadowsocks: shadowsocksLayers,
  hysteria: udp,
  hysteria2: udp,
  wireguard: udp,
  masque: ({ streamSettings }) => masqueLayers(textsAt(blockAt(streamSettings, 'tlsSettings'), 'alpn')),
  http: () => ['tcp'],
  mixed: (i) => (i.settings.udp === true ? ['tcp', 'udp'] : ['tcp']),
  tunnel: (i) => both(textAt(i.settings, 'allowedNetwork') || textAt(i.settings, 'network') || 'tcp'),
  tun: () => [],
} satisfies Record<Protocol, (inbound: InboundShape) => Layer4[]>

export const layer4Of = (inbound: InboundShape & { protocol: Protocol }): Layer4[] =>
  layersFor[inbound.protocol](inbound)

/** What an inbound binds on a machine. Stored with the row, so that the conflict check is a query on one port. */
export interface PortClaim {
  id: number
  remark: string
  listen: string
  port: number
  /** null: this panel's own machine. */
  nodeId: number | null
  layers: readonly Layer4[]
}

/** Whether both bind the same address, port and transport on the same machine. */
export function sameClaim(a: PortClaim, b: PortClaim): boolean {
  if (!runTogether(a, b)) return false
  const [x, y] = [canonicalListen(a.listen), canonicalListen(b.listen)]
  if (isSocketPath(x)) return x === y
  const sameAddress = x === y || (isWildcard(x) && isWildcard(y))
  return sameAddress && a.port === b.port && a.layers.join() === b.layers.join()
}

export function claimsClash(a: PortClaim, b: PortClaim): boolean {
  if (!runTogether(a, b) || !listensOverlap(a.listen, b.listen)) return false
  if (isSocketPath(a.listen)) return true
  return a.port === b.port && a.layers.some((l) => b.layers.includes(l))
}

/** `others` only needs the claims that share port and node (or the socket path). */
export function checkPort(claim: PortClaim, others: Iterable<PortClaim>): void {
  for (const other of others) {
    if (other.id === claim.id || !claimsClash(claim, other)) continue
    const { remark, id } = other
    if (isSocketPath(claim.listen))
      throw new Refusal('inbound.socket-taken', { path: claim.listen, remark, id }, 'listen')
    const layers = claim.layers.filter((l) => other.layers.includes(l)).join(', ')
    throw new Refusal('inbound.port-taken', { port: claim.port, layers, remark, id }, 'port')
  }
}
