import { bold, clipped } from '../html.ts'
import type { Tongue } from '../tongue.ts'
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

export function inboundCard(inbound: InboundFacts, clients: number, tongue: Tongue, at: Moment): string {
  return [
    bold(inboundName(inbound)).text,
    tongue.h('state', { state: tongue.t(inbound.enable ? 'active' : 'disabled') }),
    trafficLine(inbound, tongue),
    tongue.h('upDown', { up: tongue.bytes(inbound.up), down: tongue.bytes(inbound.down) }),
    expiryLine(inbound, tongue, at),
    tongue.h('clientCount', { count: clients }),
  ].join('\n')
}
