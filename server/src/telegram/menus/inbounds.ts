import type { Moment } from '../cards/client-card.ts'
import { type InboundFacts, inboundCard, inboundName } from '../cards/inbound-card.ts'
import { bold } from '../html.ts'
import type { Button, View } from '../screen.ts'
import type { Translator } from '../translator.ts'
import { backTo, homeRow, pageLine, pageRow, pagesOf, perPage } from './paging.ts'

export function inboundsView(all: readonly InboundFacts[], wanted: number, translator: Translator): View {
  const pages = pagesOf(all.length)
  const page = Math.min(wanted, pages)
  const rows = all.slice((page - 1) * perPage, page * perPage).map((inbound): Button[] => [
    {
      text: `${inbound.enable ? '🟢' : '⚪'} ${inboundName(inbound)}`,
      go: { at: 'inbound', id: inbound.id },
    },
  ])
  const lines = [`${bold(translator.t('menuInbounds')).text} (${translator.number(all.length)})`]
  if (all.length === 0) lines.push(translator.h('noInboundYet'))
  if (pages > 1) lines.push(pageLine(page, pages, translator))
  return {
    text: lines.join('\n'),
    rows: [
      ...rows,
      ...pageRow(page, pages, translator, (to) => ({ at: 'inbounds', page: to })),
      homeRow(translator),
    ],
  }
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
