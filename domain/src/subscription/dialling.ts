import type { Advertised, Security } from '#domain/links/advertised.ts'
import { asBlocks } from '#domain/untyped.ts'
import { oneLine } from './text.ts'

export type Tls = Extract<Security, { kind: 'tls' }>
export type Reality = Extract<Security, { kind: 'reality' }>

/** uTLS fingerprints that both mihomo and sing-box support; the core has more. */
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

/** The uTLS fingerprint; blank uses the program's own handshake. */
export const fingerprintOf = ({ fingerprint }: Tls | Reality): string =>
  browsers.includes(fingerprint) ? fingerprint : ''

/** Their only spelling of Vision: the other variant differs only in the core's handling of UDP port 443. */
export const visionOf = (flow: string): string =>
  flow.startsWith('xtls-rprx-vision') ? 'xtls-rprx-vision' : ''

/** The core puts the bytes of early data into the path, the others into separate keys; 0 for none. */
export function earlyPath(path: string): { path: string; earlyData: number } {
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

/** Masks that only change how the client sends: the server does not need to know them. */
const ownAffair = ['fragment', 'noise']

/** A mask that both ends need and only the core has. */
export function foreignMask({ masks, access }: Advertised): string {
  const hysteria = access.protocol === 'hysteria'
  const overUdp = hysteria || access.protocol === 'wireguard'
  const worn = [...asBlocks(masks.tcp), ...(overUdp ? asBlocks(masks.udp) : [])]
  const known = hysteria ? [...ownAffair, 'salamander'] : ownAffair
  const foreign = worn.find(({ type }) => typeof type !== 'string' || !known.includes(type))
  return foreign ? `the mask "${oneLine(String(foreign.type))}" is not known to it` : ''
}

/** What the app that asks says that it has. */
export interface Abilities {
  gecko?: boolean
  /** It names an Xray that does not have it. */
  noMasque?: boolean
}

/** Programs refuse a whole file with an obfuscation that they do not know: it is for apps that say they are new enough. */
export const tooNew = ({ access }: Advertised, { gecko = false }: Abilities, since: string): string =>
  access.protocol === 'hysteria' && access.obfs && access.gecko && !gecko
    ? `its obfuscation Gecko needs ${since} or newer, and the app does not say that it has it`
    : ''

/** Both programs verify a certificate only against the SNI they send. */
export const foreignName = ({ security }: Advertised): string =>
  security.kind === 'tls' && security.verifyName && security.verifyName !== security.sni
    ? 'it cannot check a certificate against another name than the one it asks for'
    : ''

export const askedName = ({ security, host }: Advertised): string =>
  security.kind === 'none' ? '' : security.sni || host
