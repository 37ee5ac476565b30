import ipaddr from 'ipaddr.js'

/**
 * 4 bytes for IPv4, 16 for IPv6; undefined for anything else. Strict spelling only: `010.0.0.1` is 8.0.0.1 to some
 * parsers and 10.0.0.1 to others, so it is refused.
 */
export function addressBytes(text: string): readonly number[] | undefined {
  if (!text.includes(':')) {
    return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text).toByteArray() : undefined
  }
  const bare = withoutDots(text.replace(/%[\w.-]+$/, '')) // a zone names a local interface and is not part of the address
  if (bare === undefined || bare.includes('%') || !ipaddr.IPv6.isValid(bare)) return undefined
  return ipaddr.IPv6.parse(bare).toByteArray()
}

/** `::1.2.3.4` as `::102:304`: ipaddr.js reads the dotted form as the mapped address ::ffff:1.2.3.4. */
function withoutDots(text: string): string | undefined {
  if (!text.includes('.')) return text
  const tail = text.lastIndexOf(':') + 1
  const v4 = addressBytes(text.slice(tail))
  if (!v4) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = v4
  return `${text.slice(0, tail)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Without a zone, which means something on one machine only. */
export const isIp = (text: string): boolean => !text.includes('%') && addressBytes(text) !== undefined

/** One notation per address: a mapped IPv4 address is never written as IPv6. */
export function plainAddress(bytes: readonly number[]): string {
  const address = ipaddr.fromByteArray([...bytes])
  if (address.kind() === 'ipv4') return address.toString()
  const six = address as ipaddr.IPv6 // IPv4 was returned above
  return six.isIPv4MappedAddress() ? six.toIPv4Address().toString() : six.toRFC5952String()
}

/** IPv6 as in a URL. */
export const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host

export const unbracketed = (host: string): string =>
  host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host

export const hostPort = (host: string, port: number): string => `${bracketed(host)}:${port}`

/** `host`, `host:port`, `[v6]` or `[v6]:port`; other text is the host as a whole. A missing port is blank. */
export function splitHostPort(text: string): { host: string; port: string } {
  const [, host = text, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/s.exec(text) ?? []
  return { host: unbracketed(host), port }
}
