import type { Inbound } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { textAt, textsAt } from '#domain/inbounds/stream.ts'
import { bracketed, escaped, queryOf, uriOf } from './escape.ts'

/** One peer of a WireGuard inbound, from the peer's side. */
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
  /** Derived from the inbound's secret key by the caller. */
  publicKey: string
}

/** Peers whose private key is stored; without it no configuration can be exported. */
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

/** A value in a configuration file ends with its line. */
const inLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim()

/** A file for WireGuard's own programs. */
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

/** The same as a link, for apps that support it. */
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
