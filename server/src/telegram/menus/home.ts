import { languageCodes, languages } from '#domain/words/languages.ts'
import { countsLine, type ServerFacts, statusCard } from '../cards/status-card.ts'
import { emptyDraft } from '../conversations/add-client.ts'
import type { Facts } from '../facts.ts'
import { bold, clipped, escaped, mono } from '../html.ts'
import type { Screen, View } from '../screen.ts'
import type { PlainWord, Translator } from '../translator.ts'
import { backTo, homeRow, inRows } from './paging.ts'

/** The commands, in the order in which Telegram lists them. */
export const commands = {
  start: 'cmdStart',
  help: 'cmdHelp',
  status: 'cmdStatus',
  id: 'cmdId',
  usage: 'cmdUsage',
  inbound: 'cmdInbound',
  restart: 'cmdRestart',
  clearall: 'cmdClearall',
} as const satisfies Record<string, PlainWord>
export type Command = keyof typeof commands
export const isCommand = (name: string): name is Command => Object.hasOwn(commands, name)
const forEverybody: readonly Command[] = ['start', 'help', 'status', 'id', 'usage']

export function homeView(facts: ServerFacts, translator: Translator): View {
  const list = (text: PlainWord, of: 'all' | 'online' | 'expiring' | 'depleted' | 'disabled' | 'usage') => ({
    text: translator.t(text),
    go: { at: 'clients', of, page: 1 } as const,
  })
  const to = (text: PlainWord, go: Screen) => ({ text: translator.t(text), go })
  return {
    text: [bold(facts.host).text, countsLine(facts, translator), translator.h('menuHint')].join('\n'),
    rows: [
      [to('menuStatus', { at: 'status' }), list('menuOnline', 'online')],
      [list('menuClients', 'all'), to('menuSearch', { at: 'search' })],
      [list('menuExpiring', 'expiring'), list('menuDepleted', 'depleted')],
      [list('menuDisabled', 'disabled'), list('menuUsage', 'usage')],
      [
        to('menuInbounds', { at: 'inbounds', page: 1 }),
        to('menuAdd', { at: 'draftInbounds', draft: emptyDraft, page: 1 }),
      ],
      [
        { text: translator.t('menuBackup'), act: { do: 'backup' }, go: { at: 'home' } },
        to('menuRestart', { at: 'sure', act: { do: 'restart' }, back: { at: 'home' } }),
      ],
      [
        to('menuResetAll', { at: 'sure', act: { do: 'resetAll' }, back: { at: 'home' } }),
        to('menuLanguage', { at: 'languages' }),
      ],
      [to('menuBlocked', { at: 'blocked' }), to('menuCommands', { at: 'commands' })],
    ],
  }
}

export const statusView = (facts: ServerFacts, translator: Translator): View => ({
  text: statusCard(facts, translator),
  rows: [[{ text: translator.t('refresh'), go: { at: 'status' } }], homeRow(translator)],
})

/** Addresses that an IP limit turned away, newest first. */
export function blockedView(
  list: Awaited<ReturnType<Facts['blocked']>>,
  translator: Translator,
  zone: string,
): View {
  const lines = list.map(
    ({ email, addresses, at }) =>
      `${mono(clipped(email, 60)).text} ${escaped(clipped(addresses, 200))} (${escaped(translator.moment(at, zone))})`,
  )
  return {
    text: [
      bold(translator.t('menuBlocked')).text,
      ...(lines.length > 0 ? lines : [translator.h('noBlocked')]),
    ].join('\n'),
    rows: [[{ text: translator.t('refresh'), go: { at: 'blocked' } }], homeRow(translator)],
  }
}

export function helpText(translator: Translator, isAdmin: boolean): string {
  const known = Object.entries(commands).filter(
    ([name]) => isAdmin || forEverybody.some((one) => one === name),
  )
  const lines = known.map(([name, words]) => `/${name} ${translator.h(words)}`)
  return [translator.h('helpTitle'), ...lines, ...(isAdmin ? [translator.h('helpText')] : [])].join('\n')
}

export const commandsView = (translator: Translator): View => ({
  text: helpText(translator, true),
  rows: [homeRow(translator)],
})

export const languagesView = (translator: Translator, isAdmin: boolean): View => {
  const back: Screen = isAdmin ? { at: 'home' } : { at: 'mine' }
  const buttons = languageCodes.map((language) => ({
    text: (language === translator.language ? '✅ ' : '') + languages[language].name,
    act: { do: 'language' as const, language },
    go: back,
  }))
  return { text: translator.h('chooseLanguage'), rows: [...inRows(buttons, 2), backTo(translator, back)] }
}

/** For somebody without a client. */
export const strangerText = (id: number, translator: Translator): string =>
  [translator.h('welcome'), translator.h('notLinked', { id: mono(String(id)) })].join('\n')
