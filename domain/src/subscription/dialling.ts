import { asBlocks } from '#domain/core-config/json.ts'
import type { Advertised, Security } from '#domain/links/advertised.ts'

export type Tls = Extract<Security, { kind: 'tls' }>
export type Reality = Extract<Security, { kind: 'reality' }>

/** The browsers that mihomo and sing-box can both look like; the core knows more. */
const browsers = [
  'chrome',
  'firefox',
  'safari',
  'ios',
  'android',
  'edge',
  '360',
  'qq',
  'random',
  'randomized',
]

/** The browser to look like; blank leaves the program's own handshake. */
export const fingerprintOf = ({ fingerprint }: Tls | Reality): string =>
  browsers.includes(fingerprint) ? fingerprint : ''

/** Their one spelling of Vision: the other differs in what the core does with UDP port 443. */
export const visionOf = (flow: string): string =>
  flow.startsWith('xtls-rprx-vision') ? 'xtls-rprx-vision' : ''

export interface EarlyPath {
  path: string
  /** Bytes that may go with the handshake; 0 for none. */
  earlyData: number
}

/** The core writes early data into the path, the others beside it. */
export function earlyPath(path: string): EarlyPath {
  const at = path.indexOf('?')
  if (at < 0) return { path, earlyData: 0 }
  const query = path.slice(at + 1).split('&')
  const rest = query.filter((part) => !part.startsWith('ed='))
  const bytes = Number(query.find((part) => part.startsWith('ed='))?.slice(3) ?? 0)
  return {
    path: path.slice(0, at) + (rest.length > 0 ? `?${rest.join('&')}` : ''),
    earlyData: Number.isInteger(bytes) && bytes > 0 ? bytes : 0,
  }
}

/** What changes only how the client sends: an end without it understands it all the same. */
const ownAffair = ['fragment', 'noise']

/** A disguise that both ends must wear, and that only the core has. */
export function foreignMask({ masks, access }: Advertised): string {
  const hysteria = access.protocol === 'hysteria'
  const worn = [...asBlocks(masks.tcp), ...(hysteria ? asBlocks(masks.udp) : [])]
  const known = hysteria ? [...ownAffair, 'salamander'] : ownAffair
  const foreign = worn.find(({ type }) => typeof type !== 'string' || !known.includes(type))
  return foreign ? `the mask "${foreign.type}" is not known to it` : ''
}

/** Both check a certificate against the name they ask for, and no other. */
export const foreignName = ({ security }: Advertised): string =>
  security.kind === 'tls' && security.verifyName && security.verifyName !== security.sni
    ? 'it cannot check a certificate against another name than the one it asks for'
    : ''

/** The name to ask for. */
export const askedName = ({ security, host }: Advertised): string =>
  security.kind === 'none' ? '' : security.sni || host
