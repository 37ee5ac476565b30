import { isIP, isIPv6 } from 'node:net'
import { unbracketed } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'

/** The target of one hop, after URL normalization of the host. */
export interface Target {
  url: URL
  /** Without brackets and trailing dot: used for lookup, SNI and messages. */
  hostname: string
  literal: boolean
  port: number
}

export function parseTarget(text: string, base?: URL): Target {
  const url = URL.parse(text, base?.href) // never quoted back: a path may hold a token
  if (!url) throw new Refusal('egress.url-invalid')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Refusal('egress.url-scheme', { scheme: url.protocol })
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal('egress.url-credentials')
  }
  const hostname = unbracketed(url.hostname).replace(/\.$/, '')
  if (hostname === '') throw new Refusal('egress.url-no-host')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return { url, hostname, literal: isIP(hostname) !== 0, port }
}

/** The same for a host and a port without a URL. */
export function targetOf(host: string, port: number): Target {
  if (/[\s\p{Cc}/\\@#?]/u.test(host)) throw new Refusal('egress.host-invalid', { host })
  const target = parseTarget(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/`)
  return { ...target, port }
}

/** A node's permission for private addresses applies to its own host and port, not to redirects (S5). */
export const samePlace = (a: Target, b: Target): boolean => a.hostname === b.hostname && a.port === b.port
