import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Decides whose forwarded headers count (R16). */
export interface TrustedProxies {
  contains(address: string): boolean
}

export interface Origin {
  /** The caller's own address. */
  address: string
  /** Host and port as the caller wrote them. */
  host: string
  secure: boolean
}

const first = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim() || undefined

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

export function originOf(raw: IncomingMessage, trusted: TrustedProxies): Origin {
  const peer = plain(raw.socket.remoteAddress ?? '')
  const direct: Origin = {
    address: peer || 'unknown',
    host: raw.headers.host ?? '',
    secure: (raw.socket as TLSSocket).encrypted === true,
  }
  const forwarded =
    raw.headers['x-forwarded-for'] ?? raw.headers['x-real-ip'] ?? raw.headers['x-forwarded-host']
  if (forwarded === undefined && raw.headers['x-forwarded-proto'] === undefined) return direct
  if (peer === '' || !trusted.contains(peer)) return direct
  const proto = first(raw.headers['x-forwarded-proto'])?.toLowerCase()
  return {
    address: realAddress(raw, peer, trusted),
    host: first(raw.headers['x-forwarded-host']) ?? direct.host,
    secure: proto === undefined ? direct.secure : proto === 'https',
  }
}

/**
 * The rightmost X-Forwarded-For entry that is not a trusted proxy: those to the left can be forged. X-Real-IP counts
 * only without that list: most proxies append to the list and pass a forged X-Real-IP through.
 */
function realAddress(raw: IncomingMessage, peer: string, trusted: TrustedProxies): string {
  const list = raw.headers['x-forwarded-for']
  if (list === undefined) {
    const real = plain(first(raw.headers['x-real-ip']) ?? '')
    return isIP(real) ? real : peer
  }
  const hops = String(list)
    .split(',')
    .map((hop) => plain(hop.trim()))
  for (const hop of hops.reverse()) {
    if (!isIP(hop)) break
    if (!trusted.contains(hop)) return hop
  }
  return peer
}

/** Browsers send the origin of an unsafe request; programs do not. */
export const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** A browser on another site, or on another port of this host, may not log in, open a socket or change anything. */
export function isSameOrigin(raw: IncomingMessage, origin: Origin): boolean {
  const site = first(raw.headers['sec-fetch-site'])
  if (site === 'same-origin') return true
  const claimed = first(raw.headers.origin)
  if (claimed === undefined) return site === undefined
  try {
    const url = new URL(claimed)
    // port 80 of this host is a different origin from port 443
    if (origin.secure && url.protocol !== 'https:') return false
    const asked = [raw.headers.host ?? '', origin.host]
    return asked.some((host) => host !== '' && url.host === new URL(`${url.protocol}//${host}`).host)
  } catch {
    return false
  }
}
