import { isIP } from 'node:net'
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
  const url = URL.parse(text, base?.href) // never quoted in messages: a path may contain a token
  if (!url) throw new Refusal('the address is not a valid URL; write it as https://host:port/path')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Refusal(`the address must start with http:// or https://, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal('the address must not hold a user name or password; remove the part before the @')
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (hostname === '') throw new Refusal('the address names no host')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return { url, hostname, literal: isIP(hostname) !== 0, port }
}

/** A node's permission for private addresses applies to its own host and port, not to redirects (S5). */
export const samePlace = (a: Target, b: Target): boolean => a.hostname === b.hostname && a.port === b.port
