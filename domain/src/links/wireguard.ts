import type { Inbound } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { textAt, textsAt } from '#domain/inbounds/stream.ts'
import { bracketed, escaped, queryOf, uriOf } from './escape.ts'

/** One peer of a WireGuard inbound from its own side. */
export interface WireguardPeer {
  remark: string
  host: string
  port: number
  secretKey: string
  addresses: readonly string[]
  /** The server's. */
  publicKey: string
  preSharedKey: string
  mtu: number
  dns: string
  keepAlive: number
}

interface Server {
  host: string
  /** Derived from the inbound's secret key where there is somebody to derive it. */
  publicKey: string
}

/** The peers that hold their own key; one whose key only its owner has cannot be handed out. */
export function wireguardPeers(
  { settings, port, remark }: Pick<Inbound, 'settings' | 'port' | 'remark'>,
  { host, publicKey }: Server,
): WireguardPeer[] {
  return asBlocks(settings.peers).flatMap((peer, i) => {
    const secretKey = textAt(peer, 'privateKey')
    if (secretKey === '') return []
    const name = textAt(peer, 'email') || textAt(peer, 'comment') || String(i + 1)
    return {
      remark: [remark, name]
        .filter(Boolean)
        .join('-')
        .replace(/[\p{Cc}\p{Cs}]+/gu, ' '),
      host,
      port,
      secretKey,
      addresses: textsAt(peer, 'allowedIPs'),
      publicKey,
      preSharedKey: textAt(peer, 'preSharedKey'),
      mtu: Number(settings.mtu) || 1420,
      dns: textAt(settings, 'dns') || '1.1.1.1, 1.0.0.1',
      keepAlive: Number(peer.keepAlive) || 0,
    }
  })
}

/** A value of a configuration file ends with its line. */
const inLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim()

/** What WireGuard's own programs read. */
export function wireguardConfig(peer: WireguardPeer): string {
  const { preSharedKey, keepAlive } = peer
  return [
    '[Interface]',
    `PrivateKey = ${inLine(peer.secretKey)}`,
    `Address = ${peer.addresses.map(inLine).join(', ')}`,
    `DNS = ${inLine(peer.dns)}`,
    `MTU = ${peer.mtu}`,
    '',
    `# ${peer.remark}`,
    '[Peer]',
    `PublicKey = ${inLine(peer.publicKey)}`,
    ...(preSharedKey ? [`PresharedKey = ${inLine(preSharedKey)}`] : []),
    'AllowedIPs = 0.0.0.0/0, ::/0',
    `Endpoint = ${bracketed(peer.host)}:${peer.port}`,
    ...(keepAlive > 0 ? [`PersistentKeepalive = ${keepAlive}`] : []),
    '',
  ].join('\n')
}

/** The same as a link, for apps that read proxies of every kind. */
export const wireguardLink = (peer: WireguardPeer): string =>
  uriOf(
    peer,
    'wireguard',
    escaped(peer.secretKey),
    queryOf({
      publickey: peer.publicKey,
      presharedkey: peer.preSharedKey,
      address: peer.addresses.join(','),
      mtu: String(peer.mtu),
      keepalive: peer.keepAlive > 0 ? String(peer.keepAlive) : '',
    }),
  )
