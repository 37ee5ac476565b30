import { emailKey } from '#domain/clients/field-rules.ts'
import { type Said, telegramIdOf, wholeNumberOf, withText } from './conversations/add-client.ts'
import type { Facts } from './facts.ts'
import { mono } from './html.ts'
import { chosen } from './menus/client.ts'
import { type Command, helpText } from './menus/home.ts'
import { inboundsView } from './menus/inbounds.ts'
import type { Screen, View } from './screen.ts'
import type { Person } from './services.ts'
import type { Translator } from './translator.ts'

const longestSearch = 64

/** An answer is a screen, or words alone. */
export type Answer = { screen: Screen } | { view: View }

const words = (text: string): Answer => ({ view: { text, rows: [] } })

export function createCommands(facts: Facts) {
  async function usage(rest: string, person: Person, translator: Translator): Promise<Answer> {
    if (!person.isAdmin) {
      if (rest === '') return { screen: { at: 'mine' } }
      const own = await facts.ownOne(person.id, rest)
      return own
        ? { screen: { at: 'own', email: own.email } }
        : words(translator.h('clientGone', { email: mono(rest.slice(0, longestSearch)) }))
    }
    if (rest === '') return { screen: { at: 'clients', of: 'usage', page: 1 } }
    const found = await facts.client(rest)
    if (found) return { screen: { at: 'client', email: found.email } }
    return { screen: { at: 'clients', of: 'all', page: 1, search: rest.slice(0, longestSearch) } }
  }

  async function inbound(rest: string, translator: Translator): Promise<Answer> {
    const all = await facts.inbounds()
    const wanted = emailKey(rest)
    const named = all.filter(({ remark }) => emailKey(remark) === wanted)
    const found = named.length > 0 ? named : all.filter(({ remark }) => emailKey(remark).includes(wanted))
    const [only, second] = found
    if (!only) return words(translator.h('noInboundNamed', { name: mono(rest.slice(0, longestSearch)) }))
    return second
      ? { view: inboundsView(found.slice(0, 8), 1, translator) }
      : { screen: { at: 'inbound', id: only.id } }
  }

  return async function answer(
    name: Command,
    rest: string,
    person: Person,
    translator: Translator,
  ): Promise<Answer> {
    const home: Screen = person.isAdmin ? { at: 'home' } : { at: 'mine' }
    switch (name) {
      case 'start':
        return { screen: home }
      case 'help':
        return words(helpText(translator, person.isAdmin))
      case 'id':
        return words(translator.h('yourId', { id: mono(String(person.id)) }))
      case 'status':
        return person.isAdmin ? { screen: { at: 'status' } } : words(translator.h('botRuns'))
      case 'usage':
        return usage(rest, person, translator)
    }
    if (!person.isAdmin) return words(translator.h('unknownCommand'))
    if (name === 'inbound')
      return rest === '' ? { screen: { at: 'inbounds', page: 1 } } : inbound(rest, translator)
    const act = { do: name === 'restart' ? 'restart' : 'resetAll' } as const
    return { screen: { at: 'sure', act, back: home } }
  }
}

export async function answerTo(screen: Screen, said: Said, translator: Translator): Promise<Answer> {
  const again = (text: string): Answer => ({
    view: { text, rows: [[{ text: `‹ ${translator.t('back')}`, go: screen }]], asks: screen, brief: true },
  })
  switch (screen.at) {
    case 'search':
      return { screen: searchFor(said.text) }
    case 'keypad': {
      const count = wholeNumberOf(said.text)
      return count === undefined
        ? again(translator.h('notANumber'))
        : { screen: chosen(screen.what, count, screen.subject) }
    }
    case 'telegramUser': {
      const tgId = telegramIdOf(said)
      if (tgId === undefined) return again(translator.h('notTelegramId'))
      const { email } = screen
      return { screen: { at: 'sure', act: { do: 'link', email, tgId }, back: { at: 'client', email } } }
    }
    case 'draftText': {
      const next = withText(screen.draft, screen.field, said)
      if ('draft' in next) return { screen: { at: 'draft', draft: next.draft } }
      if ('wrong' in next) return again(translator.h(next.wrong))
      return again(translator.h('failed', { reason: translator.why(next.refused) }))
    }
    default:
      return { screen: { at: 'home' } }
  }
}

export const searchFor = (text: string): Screen => ({
  at: 'clients',
  of: 'all',
  page: 1,
  search: text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, longestSearch),
})
