import type { PlainKey } from '../../../i18n/translation.tsx'
import { wordFor } from '../../../i18n/word-for.ts'
import { labelOf } from '../../inbounds/editor/labels.ts'

/** WireGuard's `address` is the tunnel's own. */
const isOwnAddress = (path: string, protocol: string | undefined) =>
  path === 'settings.address' && protocol === 'wireguard'

/** Own words where those of the inbound form would be wrong: a server there is this server, here it is the other one. */
export function outboundLabel(path: string, protocol: string | undefined): PlainKey | undefined {
  if (isOwnAddress(path, protocol)) return 'outbounds.fieldAddresses'
  return path === 'tag' ? 'outbounds.tag' : (wordFor('outbounds.field', path) ?? labelOf(path))
}

const hints: Readonly<Record<string, PlainKey>> = {
  'settings.peers[].endpoint': 'outbounds.hintEndpoint',
  'settings.reserved': 'outbounds.hintReserved',
  'settings.domainStrategy': 'outbounds.hintStrategy',
  'settings.response.type': 'outbounds.hintResponse',
  'streamSettings.sockopt.dialerProxy': 'outbounds.hintChain',
  'streamSettings.tlsSettings.useSystemCA': 'outbounds.hintSystemCa',
}

export const outboundHint = (path: string, protocol: string | undefined): PlainKey | undefined =>
  isOwnAddress(path, protocol) ? 'outbounds.hintAddresses' : hints[path]

/** Hidden until the user asks to see them. */
export const isSecret = (path: string): boolean =>
  /^settings\.(?:password|pass|secretKey|peers\[\]\.preSharedKey)$|hysteriaSettings\.auth$/.test(path)
