import type { Block } from '#contract/inbound.ts'
import { realityFingerprint } from '#domain/inbounds/reality.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { blockAt, textAt, textsAt } from '#domain/untyped.ts'
import type { Security } from './advertised.ts'

/** Overrides of an advertised address; blank keeps the inbound's value. */
export type SecurityOverride = typeof sameSecurity

export const sameSecurity = {
  security: 'same',
  sni: '',
  /** Send no server name, whatever the inbound says. */
  blankSni: false,
  alpn: [] as readonly string[],
  fingerprint: '',
  ech: '',
  pins: [] as readonly string[],
  verifyName: '',
  allowInsecure: false,
}

/** Both support only HTTP/1.1: with h2 in the list the handshake could negotiate h2, and the connection would fail. */
const alpnFor: Readonly<Record<string, readonly string[]>> = {
  ws: ['http/1.1'],
  httpupgrade: ['http/1.1'],
  hysteria: ['h3'],
}

const pinIn = (text: string): string => text.replaceAll(':', '').trim().toLowerCase()

function tls(stream: Block, over: SecurityOverride): Security {
  const block = blockAt(stream, 'tlsSettings')
  const hints = blockAt(block, 'settings')
  const network = networkOf(stream)
  const alpn = over.alpn.length > 0 ? over.alpn : textsAt(block, 'alpn')
  const pins = over.pins.length > 0 ? over.pins : textsAt(hints, 'pinnedPeerCertSha256')
  return {
    kind: 'tls',
    sni: over.blankSni ? '' : over.sni || textAt(block, 'serverName') || textAt(hints, 'serverName'),
    alpn: Object.hasOwn(alpnFor, network) ? alpnFor[network]! : alpn,
    fingerprint: over.fingerprint || textAt(hints, 'fingerprint'),
    ech: over.ech || textAt(hints, 'echConfigList'),
    pins: pins.map(pinIn).filter((pin) => pin !== ''),
    verifyName: over.verifyName || textAt(hints, 'verifyPeerCertByName'),
    allowInsecure: over.allowInsecure || hints.allowInsecure === true,
  }
}

function reality(stream: Block, over: SecurityOverride, whom: string): Security {
  const block = blockAt(stream, 'realitySettings')
  const hints = blockAt(block, 'settings')
  const names = textsAt(block, 'serverNames').filter((name) => name !== '')
  const publicKey = textAt(hints, 'publicKey')
  if (publicKey === '') throw new Refusal('link.no-reality-key')
  return {
    kind: 'reality',
    sni: over.sni || textAt(hints, 'serverName') || stableChoice(names, whom),
    fingerprint: realityFingerprint(over.fingerprint || textAt(hints, 'fingerprint')),
    publicKey,
    shortId: stableChoice(textsAt(block, 'shortIds'), whom),
    spiderX: textAt(hints, 'spiderX') || '/',
    mldsa65Verify: textAt(hints, 'mldsa65Verify'),
  }
}

/** Hysteria and MASQUE require TLS and mKCP has none: an address cannot change that. */
const settled: ReadonlySet<string> = new Set(['hysteria', 'masque', 'kcp'])

/** Which security an address has on an inbound with this (canonical) stream. */
export function securityAt(stream: Block, over: SecurityOverride): string {
  const own = securityOf(stream)
  const wanted = settled.has(networkOf(stream)) || over.security === 'same' ? own : over.security
  // Reality is done by the server: an address cannot add it to an inbound without it.
  return wanted === 'reality' && own !== 'reality' ? 'tls' : wanted
}

/** The client's security settings for an inbound with this (canonical) stream; `whom` keeps its choices stable. */
export function diallingSecurity(stream: Block, over: SecurityOverride, whom: string): Security {
  const kind = securityAt(stream, over)
  if (kind === 'tls') return tls(stream, over)
  return kind === 'reality' ? reality(stream, over, whom) : { kind: 'none' }
}

/** FNV-1a over UTF-16 units: good enough distribution, not a secret. */
function weight(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // FNV's last characters mostly affect the low bits; fold them into the high ones.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/**
 * Picks one of several values, stable per client (R33). The pair with the highest hash wins, so adding or removing a
 * value moves only the clients that get or had it.
 */
function stableChoice(options: readonly string[], whom: string): string {
  let best = ''
  let most = -1
  for (const option of options) {
    const w = weight(`${whom}\n${option}`)
    if (w > most) [best, most] = [option, w]
  }
  return best
}
