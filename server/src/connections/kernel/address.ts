import ipaddr from 'ipaddr.js'

/** One notation per address, so that log lines and kernel tables match: IPv4 is never written as IPv6. */
export function plainIp(bytes: readonly number[]): string {
  const address = ipaddr.fromByteArray([...bytes])
  if (address.kind() === 'ipv4') return address.toString()
  const six = address as ipaddr.IPv6 // IPv4 was returned above
  return six.isIPv4MappedAddress() ? six.toIPv4Address().toString() : six.toRFC5952String()
}

/** The address in a text, without zone and brackets; undefined if there is none. */
export function ipOf(text: string): string | undefined {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? plainIp(ipaddr.parse(bare).toByteArray()) : undefined
}

export const bytesOf = (ip: string): number[] => ipaddr.parse(ip).toByteArray()

export const joinPeer = (ip: string, port: number): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`

export function splitPeer(peer: string): { ip: string; port: number } {
  const at = peer.lastIndexOf(':')
  return { ip: peer.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(peer.slice(at + 1)) }
}
