import { bold, clipped } from '../html.ts'
import type { Translator } from '../translator.ts'
import { expiryLine, type Moment, trafficLine } from './client-card.ts'

export interface InboundFacts {
  id: number
  remark: string
  protocol: string
  port: number
  enable: boolean
  up: number
  down: number
  /** Bytes, 0 = unlimited. */
  quota: number
  expiryTime: number
  /** Whether clients can be attached. */
  takesClients: boolean
  /** VLESS on TCP with TLS or Reality. */
  takesFlow: boolean
}

export const inboundName = ({ remark, protocol, port }: Pick<InboundFacts, 'remark' | 'protocol' | 'port'>) =>
  `${clipped(remark || protocol, 30)} · ${protocol} ${port}`

export function inboundCard(
  inbound: InboundFacts,
  clients: number,
  translator: Translator,
  at: Moment,
): string {
  return [
    bold(inboundName(inbound)).text,
    translator.h('state', { state: translator.t(inbound.enable ? 'active' : 'disabled') }),
    trafficLine(inbound, translator),
    translator.h('upDown', { up: translator.bytes(inbound.up), down: translator.bytes(inbound.down) }),
    expiryLine(inbound, translator, at),
    translator.h('clientCount', { count: clients }),
  ].join('\n')
}
