import type { Advertised } from '#domain/links/advertised.ts'
import { hostPort } from '#domain/net/address.ts'
import { everyAddress } from '#domain/wireguard/pool.ts'
import { foreignMask } from './dialling.ts'
import { oneLine } from './text.ts'

/** The configuration file of WireGuard's own apps, which is also what their QR code holds; blank if they cannot dial it. */
export function wireguardConf(entry: Advertised): string {
  const { access, host, port, remark } = entry
  if (access.protocol !== 'wireguard' || foreignMask(entry)) return ''
  const { privateKey, publicKey, preSharedKey, addresses, dns, mtu, keepAlive } = access
  const lines = [
    `# ${oneLine(remark)}`,
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${addresses.join(', ')}`,
    `DNS = ${oneLine(dns.join(', '))}`,
    `MTU = ${mtu}`,
    '',
    '[Peer]',
    `PublicKey = ${publicKey}`,
    ...(preSharedKey ? [`PresharedKey = ${preSharedKey}`] : []),
    `AllowedIPs = ${everyAddress.join(', ')}`,
    `Endpoint = ${hostPort(oneLine(host), port)}`,
    ...(keepAlive > 0 ? [`PersistentKeepalive = ${keepAlive}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
