import type { Moment } from '../cards/client-card.ts'
import { type InboundFacts, inboundCard, inboundName } from '../cards/inbound-card.ts'
import { bold } from '../html.ts'
import type { Button, View } from '../screen.ts'
import type { Tongue } from '../tongue.ts'
import { backTo, homeRow, pageLine, pageRow, pagesOf, perPage } from './paging.ts'

export function inboundsView(all: readonly InboundFacts[], wanted: number, tongue: Tongue): View {
  const pages = pagesOf(all.length)
  const page = Math.min(wanted, pages)
  const rows = all.slice((page - 1) * perPage, page * perPage).map((inbound): Button[] => [
    {
      text: `${inbound.enable ? '🟢' : '⚪'} ${inboundName(inbound)}`,
      go: { at: 'inbound', id: inbound.id },
    },
  ])
  const lines = [`${bold(tongue.t('menuInbounds')).text} (${tongue.number(all.length)})`]
  if (all.length === 0) lines.push(tongue.h('noInboundYet'))
  if (pages > 1) lines.push(pageLine(page, pages, tongue))
  return {
    text: lines.join('\n'),
    rows: [...rows, ...pageRow(page, pages, tongue, (to) => ({ at: 'inbounds', page: to })), homeRow(tongue)],
  }
}

export function inboundView(inbound: InboundFacts, clients: number, tongue: Tongue, at: Moment): View {
  const list: Button = {
    text: tongue.t('menuClients'),
    go: { at: 'clients', of: 'all', page: 1, inbound: inbound.id },
  }
  return {
    text: inboundCard(inbound, clients, tongue, at),
    rows: [
      [
        { text: tongue.t('refresh'), go: { at: 'inbound', id: inbound.id } },
        ...(inbound.takesClients ? [list] : []),
      ],
      backTo(tongue, { at: 'inbounds', page: 1 }),
    ],
  }
}
