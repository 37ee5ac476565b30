import { expiryLine, type Moment, trafficLine } from '../cards/client-card.ts'
import { bold, clipped } from '../html.ts'
import type { Button, View } from '../screen.ts'
import type { Translator } from '../translator.ts'
import { backTo, homeRow, listPage } from './paging.ts'

export function inboundsView(all: readonly InboundFacts[], wanted: number, translator: Translator): View {
  const { line, rows } = listPage(all, wanted, translator, {
    button: (inbound) => ({
      text: `${inbound.enable ? '🟢' : '⚪'} ${inboundName(inbound)}`,
      go: { at: 'inbound', id: inbound.id },
    }),
    at: (page) => ({ at: 'inbounds', page }),
  })
  const title = `${bold(translator.t('menuInbounds')).text} (${translator.number(all.length)})`
  const none = all.length === 0 ? [translator.h('noInboundYet')] : []
  return { text: [title, ...none, ...line].join('\n'), rows: [...rows, homeRow(translator)] }
}

export function inboundView(
  inbound: InboundFacts,
  clients: number,
  translator: Translator,
  at: Moment,
): View {
  const list: Button = {
    text: translator.t('menuClients'),
    go: { at: 'clients', of: 'all', page: 1, inbound: inbound.id },
  }
  return {
    text: inboundCard(inbound, clients, translator, at),
    rows: [
      [
        { text: translator.t('refresh'), go: { at: 'inbound', id: inbound.id } },
        ...(inbound.takesClients ? [list] : []),
      ],
      backTo(translator, { at: 'inbounds', page: 1 }),
    ],
  }
}

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
