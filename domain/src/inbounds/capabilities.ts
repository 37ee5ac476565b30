import { textAt } from '#domain/untyped.ts'
import { type InboundShape, networkOf, securityOf } from './stream.ts'

const onTcpWithTls = (inbound: InboundShape): boolean =>
  networkOf(inbound.streamSettings) === 'tcp' &&
  ['tls', 'reality'].includes(securityOf(inbound.streamSettings))

/** Vision needs VLESS over TCP with TLS or Reality; the core refuses a Trojan flow (R26). */
export const canCarryFlow = (inbound: InboundShape): boolean =>
  inbound.protocol === 'vless' && inbound.disableFlow !== true && onTcpWithTls(inbound)

export const canHostFallbacks = (inbound: InboundShape): boolean =>
  (inbound.protocol === 'vless' || inbound.protocol === 'trojan') && onTcpWithTls(inbound)

/** Transports that the core cannot combine with Reality, neither as a server nor as a client. */
export const withoutReality: ReadonlySet<string> = new Set(['ws', 'httpupgrade'])

/** The flow of a client on one inbound: the attachment's flow overrides the record's; none if it is not allowed (P26). */
export const flowOn = (inbound: InboundShape, flow: string, flowOverride = ''): string =>
  canCarryFlow(inbound) ? flowOverride || flow : ''

/** Shadowsocks' cipher; blank for every other protocol. */
export const methodOf = (inbound: Pick<InboundShape, 'protocol' | 'settings'>): string =>
  inbound.protocol === 'shadowsocks' ? textAt(inbound.settings, 'method').toLowerCase() : ''
