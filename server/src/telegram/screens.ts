import { randomBytes } from 'node:crypto'
import { draftInboundsView, draftPlansView, draftTextView, draftView } from './conversations/draft-views.ts'
import type { Facts } from './facts.ts'
import { mono } from './html.ts'
import {
  addressesView,
  amountWords,
  chooseView,
  clientView,
  keypadView,
  plansView,
  telegramUserView,
} from './menus/client.ts'
import { clientsView, mineView, ownView, searchView } from './menus/clients.ts'
import { blockedView, commandsView, homeView, languagesView, statusView, strangerText } from './menus/home.ts'
import { inboundsView, inboundView } from './menus/inbounds.ts'
import { backTo, homeRow } from './menus/paging.ts'
import type { Act, Draft, Screen, View } from './screen.ts'
import type { Person } from './services.ts'
import type { Translator } from './translator.ts'

/** Eight letters and digits that are easy to read out. */
const madeUpName = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')
}

const gone = (email: string, translator: Translator): View => ({
  text: translator.h('clientGone', { email: mono(email) }),
  rows: [homeRow(translator)],
})

/** Reads what a screen needs and draws it. The caller has checked that the person may see it. */
export function createScreens(facts: Facts) {
  async function ofClient(screen: Screen & { email: string }, translator: Translator): Promise<View> {
    const client = await facts.client(screen.email)
    if (!client) return gone(screen.email, translator)
    if (screen.at === 'telegramUser') return telegramUserView(client, translator)
    if (screen.at === 'addresses')
      return addressesView(client.email, await facts.addresses(client.email), translator)
    if (screen.at === 'plans') return plansView(client.email, await facts.plans(), screen.page, translator)
    return clientView(client, translator, facts.moment())
  }

  const named = (draft: Draft): Draft => (draft.email === '' ? { ...draft, email: madeUpName() } : draft)

  async function ofDraft(screen: Screen & { draft: Draft }, translator: Translator): Promise<View> {
    const draft = named(screen.draft)
    if (screen.at === 'draftText') return draftTextView(draft, screen.field, translator)
    const inbounds = await facts.inbounds()
    if (screen.at === 'draftInbounds') return draftInboundsView(draft, inbounds, screen.page, translator)
    const plans = await facts.plans()
    if (screen.at === 'draftPlans')
      return draftPlansView(draft, plans, new Set(inbounds.map(({ id }) => id)), screen.page, translator)
    return draftView(
      draft,
      { inbounds, plans, wrong: screen.at === 'draft' ? screen.wrong : undefined },
      translator,
    )
  }

  async function ofOwner(screen: Screen, person: Person, translator: Translator): Promise<View> {
    const own = await facts.own(person.id)
    const [first, second] = own
    if (!first) return { text: strangerText(person.id, translator), rows: [] }
    if (screen.at === 'own') {
      const wanted = own.find(({ email }) => email === screen.email)
      return wanted ? ownView(wanted, translator, facts.moment()) : mineView(own, translator, facts.moment())
    }
    return second ? mineView(own, translator, facts.moment()) : ownView(first, translator, facts.moment())
  }

  return async function show(screen: Screen, person: Person, translator: Translator): Promise<View> {
    switch (screen.at) {
      case 'home':
        return homeView(await facts.server(), translator)
      case 'status':
        return statusView(await facts.server(), translator)
      case 'blocked':
        return blockedView(await facts.blocked(), translator, facts.moment().zone)
      case 'commands':
        return commandsView(translator)
      case 'languages':
        return languagesView(translator, person.isAdmin)
      case 'search':
        return searchView(translator)
      case 'clients':
        return clientsView(await facts.list(screen), screen, translator, facts.moment())
      case 'choose':
        return chooseView(screen.what, screen.subject, translator)
      case 'keypad':
        return keypadView(screen.what, screen.subject, screen.typed, translator)
      case 'sure':
        return sureView(screen.act, screen.back, translator)
      case 'inbounds':
        return inboundsView(await facts.inbounds(), screen.page, translator)
      case 'inbound': {
        const inbound = (await facts.inbounds()).find(({ id }) => id === screen.id)
        if (!inbound)
          return {
            text: translator.h('inboundGone'),
            rows: [backTo(translator, { at: 'inbounds', page: 1 })],
          }
        return inboundView(inbound, await facts.clientsOn(inbound.id), translator, facts.moment())
      }
      case 'mine':
      case 'own':
        return ofOwner(screen, person, translator)
      case 'draft':
      case 'draftText':
      case 'draftInbounds':
      case 'draftPlans':
        return ofDraft(screen, translator)
      default:
        return ofClient(screen, translator)
    }
  }
}

export type Show = ReturnType<typeof createScreens>

const amountQuestions = { quota: 'sureQuota', days: 'sureDays', ips: 'sureIps' } as const

function question(act: Act, translator: Translator): string {
  const email = 'email' in act ? mono(act.email) : ''
  switch (act.do) {
    case 'reset':
      return translator.h('sureReset', { email })
    case 'switch':
      return translator.h(act.on ? 'sureEnable' : 'sureDisable', { email })
    case 'amount':
      if (act.what === 'days' && act.count === 0) return translator.h('sureNever', { email })
      return translator.h(amountQuestions[act.what], {
        email,
        amount: amountWords(act.what, act.count, translator),
      })
    case 'link':
      return act.tgId === 0
        ? translator.h('sureUnlink', { email })
        : translator.h('sureLink', { email, id: mono(String(act.tgId)) })
    case 'clearIps':
      return translator.h('sureClearIps', { email })
    case 'renew':
      return translator.h('sureRenew', { email, plan: act.plan })
    case 'delete':
      return translator.h('sureDelete', { email })
    case 'restart':
      return translator.h('sureRestart')
    case 'resetAll':
      return translator.h('sureResetAll')
    default:
      return translator.h('sure')
  }
}

/** The second step of everything that changes something. */
const sureView = (act: Act, back: Screen, translator: Translator): View => ({
  text: question(act, translator),
  rows: [
    [
      { text: `✅ ${translator.t('yes')}`, act, go: act.do === 'delete' ? { at: 'home' } : back },
      { text: `✖ ${translator.t('no')}`, go: back },
    ],
  ],
  brief: true,
})
