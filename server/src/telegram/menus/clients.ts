import type { ClientSlim } from '#contract/client-bodies.ts'
import { type ClientFacts, type Moment, signOf, usageLines } from '../cards/client-card.ts'
import { bold, clipped } from '../html.ts'
import type { Button, ClientList, Screen, View } from '../screen.ts'
import type { PlainWord, Tongue } from '../tongue.ts'
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

export interface ListFacts {
  items: readonly ClientSlim[]
  /** How many fit in all. */
  count: number
}

const usageOf = ({ enable, totalGB, expiryTime, traffic, ended }: ClientSlim) => ({
  ended,
  enable,
  quota: totalGB,
  expiryTime,
  up: traffic.up,
  down: traffic.down,
})

export function clientsView(
  { items, count }: ListFacts,
  screen: ListScreen,
  tongue: Tongue,
  at: Moment,
): View {
  const pages = pagesOf(count)
  const page = Math.min(screen.page, pages)
  const title = screen.search === undefined ? tongue.t(titles[screen.of]) : `“${clipped(screen.search, 64)}”`
  const lines = [`${bold(title).text} (${tongue.number(count)})`]
  if (count === 0) lines.push(tongue.h(screen.search === undefined ? 'nobody' : 'foundNobody'))
  if (screen.of === 'usage')
    for (const item of items)
      lines.push(
        `${bold(clipped(item.email, 60)).text}: ${tongue.bytes(item.traffic.up + item.traffic.down)}`,
      )
  if (pages > 1) lines.push(pageLine(page, pages, tongue))
  const buttons = items.map(
    (item): Button => ({
      text: `${signOf(usageOf(item), at)} ${clipped(item.email, 40)}`,
      go: { at: 'client', email: item.email },
    }),
  )
  const back: Button[] =
    screen.inbound === undefined ? homeRow(tongue) : backTo(tongue, { at: 'inbound', id: screen.inbound })
  return {
    text: lines.join('\n'),
    rows: [...inRows(buttons, 2), ...pageRow(page, pages, tongue, (to) => ({ ...screen, page: to })), back],
  }
}

export const searchView = (tongue: Tongue): View => ({
  text: tongue.h('askSearch'),
  rows: [homeRow(tongue)],
  asks: { at: 'search' },
})

/** What a person sees who is no administrator: only clients of their own. */
export function mineView(own: readonly ClientFacts[], tongue: Tongue, at: Moment): View {
  const rows = own
    .slice(0, 50)
    .map(({ email, ...c }): Button[] => [
      { text: `${signOf(c, at)} ${clipped(email, 40)}`, go: { at: 'own', email } },
    ])
  const language = { text: tongue.t('menuLanguage'), go: { at: 'languages' } as const }
  return { text: tongue.h('yourClients'), rows: [...rows, [language]] }
}

export function ownView(client: ClientFacts, tongue: Tongue, at: Moment): View {
  const here: Screen = { at: 'own', email: client.email }
  return {
    text: [
      ...usageLines(client, tongue, at),
      tongue.h('asOf', { time: tongue.moment(at.now, at.zone) }),
    ].join('\n'),
    rows: [
      [{ text: tongue.t('refresh'), go: here }],
      connectRow(client.email, here, tongue),
      backTo(tongue, { at: 'mine' }),
    ],
  }
}

export const connectRow = (email: string, here: Screen, tongue: Tongue): Button[] => [
  { text: tongue.t('subscription'), act: { do: 'subscription', email }, go: here },
  { text: tongue.t('links'), act: { do: 'links', email }, go: here },
  { text: tongue.t('qrCodes'), act: { do: 'qr', email }, go: here },
]
