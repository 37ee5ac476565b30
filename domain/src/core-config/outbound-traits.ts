import type { Block } from '#contract/inbound.ts'
import { classifyAddress } from '#domain/net/address-class.ts'
import { endpointsOf } from '#domain/outbounds/endpoints.ts'
import { asBlocks, foldedText } from '#domain/untyped.ts'
import { textIn, valueAt } from './edit.ts'

const protocolOf = (outbound: Block): string => foldedText(outbound, 'protocol').toLowerCase()
/** Outbounds that connect directly, and that drop everything, by either of their names. */
export const isFreedom = (outbound: Block): boolean => ['freedom', 'direct'].includes(protocolOf(outbound))
export const isBlackhole = (outbound: Block): boolean => ['blackhole', 'block'].includes(protocolOf(outbound))

export const isProtocol = (outbound: Block, protocol: string): boolean =>
  textIn(outbound, ['protocol']).toLowerCase() === protocol

/** Names that the core takes for private, as far as they are likely. */
const privateName = /^[^.]+$|\.(local|localdomain|localhost|lan|internal|intranet|home\.arpa|test|invalid)$/i
const isPublicHost = (host: string): boolean => {
  const kind = classifyAddress(host)
  return kind === 'public' || (kind === 'invalid' && !privateName.test(host))
}

/** Without TLS, and without an encryption of its own. */
const isPlain = (outbound: Block): boolean => {
  if ((textIn(outbound, ['streamSettings', 'security']) || 'none') !== 'none') return false
  const flat = textIn(outbound, ['settings', 'encryption'])
  const encryption = flat || textIn(outbound, ['settings', 'vnext', 0, 'users', 0, 'encryption'])
  return (
    isProtocol(outbound, 'trojan') || (isProtocol(outbound, 'vless') && ['', 'none'].includes(encryption))
  )
}

export const hopPath = ['streamSettings', 'finalmask', 'quicParams', 'udpHop']

/** Masks of DNS as they were before 26.9.30: names and resolvers as texts. */
export const hasOldDnsMask = (stream: unknown): boolean =>
  asBlocks(valueAt(stream, ['finalmask', 'udp'])).some(
    (mask) =>
      textIn(mask, ['type']) === 'xdns' &&
      ['domains', 'resolvers'].some((key) => textIn(mask, ['settings', key, 0]) !== ''),
  )

/** Checked by the authorities that the system knows: not by a pin, nor by authorities of its own. */
export const trustsSystem = (tls: unknown): boolean =>
  textIn(tls, ['pinnedPeerCertSha256']) === '' &&
  asBlocks(valueAt(tls, ['certificates'])).length === 0 &&
  valueAt(tls, ['useSystemCA']) !== true

/** Refused from 26.9.9 on. */
export const isPlainToPublic = (outbound: Block): boolean =>
  isPlain(outbound) && endpointsOf(outbound).some(({ host }) => isPublicHost(host))
