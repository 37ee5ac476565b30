import type { ClientSlim } from '#contract/client-bodies.ts'
import { type ClientFacts, type Moment, signOf, usageLines } from '../cards/client-card.ts'
import { bold, clipped } from '../html.ts'
import type { Button, ClientList, Screen, View } from '../screen.ts'
import type { PlainWord, Translator } from '../translator.ts'
import { backTo, homeRow, inRows, pageLine, pageRow, pagesOf } from './paging.ts'

const titles: Record<ClientList, PlainWord> = {
  all: 'menuClients',
  online: 'menuOnline',
  expiring: 'menuExpiring',
  depleted: 'menuDepleted',
  disabled: 'menuDisabled',
  usage: 'menuUsage',
}

type ListScreen = Extract<Screen, { at: 'clients' }>

const usageOf = ({ enable, totalGB, expiryTime, traffic, ended }: ClientSlim) => ({
  ended,
  enable,
  quota: totalGB,
  expiryTime,
  up: traffic.up,
  down: traffic.down,
})

export function clientsView(
  { items, count }: { items: readonly ClientSlim[]; count: number },
  screen: ListScreen,
  translator: Translator,
  at: Moment,
): View {
  const paged = pagesOf(count, screen.page)
  const title =
    screen.search === undefined ? translator.t(titles[screen.of]) : `“${clipped(screen.search, 64)}”`
  const lines = [`${bold(title).text} (${translator.number(count)})`]
  if (count === 0) lines.push(translator.h(screen.search === undefined ? 'nobody' : 'foundNobody'))
  if (screen.of === 'usage')
    for (const item of items)
      lines.push(
        `${bold(clipped(item.email, 60)).text}: ${translator.bytes(item.traffic.up + item.traffic.down)}`,
      )
  lines.push(...pageLine(paged, translator))
  const buttons = items.map(
    (item): Button => ({
      text: `${signOf(usageOf(item), at)} ${clipped(item.email, 40)}`,
      go: { at: 'client', email: item.email },
    }),
  )
  const back: Button[] =
    screen.inbound === undefined
      ? homeRow(translator)
      : backTo(translator, { at: 'inbound', id: screen.inbound })
  return {
    text: lines.join('\n'),
    rows: [...inRows(buttons, 2), ...pageRow(paged, translator, (to) => ({ ...screen, page: to })), back],
  }
}

export const searchView = (translator: Translator): View => ({
  text: translator.h('askSearch'),
  rows: [homeRow(translator)],
  asks: { at: 'search' },
})

/** What a person sees who is no administrator: only clients of their own. */
export function mineView(own: readonly ClientFacts[], translator: Translator, at: Moment): View {
  const rows = own
    .slice(0, 50)
    .map(({ email, ...c }): Button[] => [
      { text: `${signOf(c, at)} ${clipped(email, 40)}`, go: { at: 'own', email } },
    ])
  const language = { text: translator.t('menuLanguage'), go: { at: 'languages' } as const }
  return { text: translator.h('yourClients'), rows: [...rows, [language]] }
}

export function ownView(client: ClientFacts, translator: Translator, at: Moment): View {
  const here: Screen = { at: 'own', email: client.email }
  return {
    text: [
      ...usageLines(client, translator, at),
      translator.h('asOf', { time: translator.moment(at.now, at.zone) }),
    ].join('\n'),
    rows: [
      [{ text: translator.t('refresh'), go: here }],
      connectRow(client.email, here, translator),
      backTo(translator, { at: 'mine' }),
    ],
  }
}

export const connectRow = (email: string, here: Screen, translator: Translator): Button[] => [
  { text: translator.t('subscription'), act: { do: 'subscription', email }, go: here },
  { text: translator.t('links'), act: { do: 'links', email }, go: here },
  { text: translator.t('qrCodes'), act: { do: 'qr', email }, go: here },
]
