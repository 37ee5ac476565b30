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
import type { Act, Draft, Place, Screen, View } from './screen.ts'
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

type ViewOf<S extends Screen> = (screen: S, translator: Translator, person: Person) => View | Promise<View>
type Views = { [P in Place]: ViewOf<Extract<Screen, { at: P }>> }

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

  async function ofOwner(screen: Screen, translator: Translator, person: Person): Promise<View> {
    const own = await facts.own(person.id)
    const [first, second] = own
    if (!first) return { text: strangerText(person.id, translator), rows: [] }
    if (screen.at === 'own') {
      const wanted = own.find(({ email }) => email === screen.email)
      return wanted ? ownView(wanted, translator, facts.moment()) : mineView(own, translator, facts.moment())
    }
    return second ? mineView(own, translator, facts.moment()) : ownView(first, translator, facts.moment())
  }

  async function ofInbound({ id: wanted }: { id: number }, translator: Translator): Promise<View> {
    const inbound = (await facts.inbounds()).find(({ id }) => id === wanted)
    if (inbound) return inboundView(inbound, await facts.clientsOn(inbound.id), translator, facts.moment())
    return { text: translator.h('inboundGone'), rows: [backTo(translator, { at: 'inbounds', page: 1 })] }
  }

  const views: Views = {
    home: async (_, translator) => homeView(await facts.server(), translator),
    status: async (_, translator) => statusView(await facts.server(), translator),
    blocked: async (_, translator) => blockedView(await facts.blocked(), translator, facts.moment().zone),
    commands: (_, translator) => commandsView(translator),
    languages: (_, translator, person) => languagesView(translator, person.isAdmin),
    search: (_, translator) => searchView(translator),
    clients: async (screen, translator) =>
      clientsView(await facts.list(screen), screen, translator, facts.moment()),
    choose: ({ what, subject }, translator) => chooseView(what, subject, translator),
    keypad: ({ what, subject, typed }, translator) => keypadView(what, subject, typed, translator),
    sure: ({ act, back }, translator) => sureView(act, back, translator),
    inbounds: async ({ page }, translator) => inboundsView(await facts.inbounds(), page, translator),
    inbound: ofInbound,
    ...{ mine: ofOwner, own: ofOwner },
    ...{ draft: ofDraft, draftText: ofDraft, draftInbounds: ofDraft, draftPlans: ofDraft },
    ...{ client: ofClient, telegramUser: ofClient, addresses: ofClient, plans: ofClient },
  }

  return async function show(screen: Screen, person: Person, translator: Translator): Promise<View> {
    // The view under a screen's `at` takes that screen; TypeScript does not see the connection.
    const view = views[screen.at] as ViewOf<Screen>
    return view(screen, translator, person)
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
