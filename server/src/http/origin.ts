import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Decides which peers' forwarded headers count (decision 16). */
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
const looksLikeAddress = (text: string): boolean => /^[0-9a-fA-F:.]{2,45}$/.test(text)

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

/** X-Real-IP, else the rightmost entry of X-Forwarded-For that is not itself a trusted proxy: the left ones can be forged. */
function realAddress(raw: IncomingMessage, peer: string, trusted: TrustedProxies): string {
  const real = first(raw.headers['x-real-ip'])
  if (real && looksLikeAddress(real)) return plain(real)
  const hops = String(raw.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => plain(hop.trim()))
  for (const hop of hops.reverse()) {
    if (!looksLikeAddress(hop)) break
    if (!trusted.contains(hop)) return hop
  }
  return peer
}

/** Decision 11: a browser on another site may not log in or open a socket for its visitor. */
export function isSameOrigin(raw: IncomingMessage, origin: Origin): boolean {
  const site = first(raw.headers['sec-fetch-site'])
  if (site === 'same-origin') return true
  const claimed = first(raw.headers.origin)
  if (claimed === undefined) return site === undefined
  try {
    const url = new URL(claimed)
    return url.host === new URL(`${url.protocol}//${origin.host}`).host
  } catch {
    return false
  }
}
