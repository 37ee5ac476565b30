import { type InboundShape, networkOf, securityOf, textAt } from './stream.ts'

const onTcpWithTls = (inbound: InboundShape): boolean =>
  networkOf(inbound.streamSettings) === 'tcp' &&
  ['tls', 'reality'].includes(securityOf(inbound.streamSettings))

/** Vision runs on VLESS over TCP with TLS or Reality; the core refuses a Trojan flow (R26). */
export const canCarryFlow = (inbound: InboundShape): boolean =>
  inbound.protocol === 'vless' && inbound.disableFlow !== true && onTcpWithTls(inbound)

/** What the options list tells about an inbound: the same question asked by the client form. */
export const tlsFlowCapable = canCarryFlow

export const canHostFallbacks = (inbound: InboundShape): boolean =>
  (inbound.protocol === 'vless' || inbound.protocol === 'trojan') && onTcpWithTls(inbound)

/** The flow of a client on one inbound: the attachment's own over the record's, and none where it cannot run (P26). */
export const flowOn = (inbound: InboundShape, flow: string, flowOverride = ''): string =>
  canCarryFlow(inbound) ? flowOverride || flow : ''

/** Shadowsocks' cipher; blank for every other protocol. */
export const methodOf = (inbound: Pick<InboundShape, 'protocol' | 'settings'>): string =>
  inbound.protocol === 'shadowsocks' ? textAt(inbound.settings, 'method').toLowerCase() : ''
