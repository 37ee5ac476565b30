import { randomBytes } from 'node:crypto'
import { draftInboundsView, draftPlansView, draftTextView, draftView } from './conversations/draft-views.ts'
import type { Facts } from './facts.ts'
import { mono } from './html.ts'
import {
  addressesView,
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
import { sureView } from './menus/sure.ts'
import type { Draft, Screen, View } from './screen.ts'
import type { Person } from './services.ts'
import type { Tongue } from './tongue.ts'

/** Eight letters and digits that are easy to read out. */
const madeUpName = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')
}

const gone = (email: string, tongue: Tongue): View => ({
  text: tongue.h('clientGone', { email: mono(email) }),
  rows: [homeRow(tongue)],
})

/** Reads what a screen needs and draws it. The caller has checked that the person may see it. */
export function createScreens(facts: Facts) {
  async function ofClient(screen: Screen & { email: string }, tongue: Tongue): Promise<View> {
    const client = await facts.client(screen.email)
    if (!client) return gone(screen.email, tongue)
    if (screen.at === 'telegramUser') return telegramUserView(client, tongue)
    if (screen.at === 'addresses')
      return addressesView(client.email, await facts.addresses(client.email), tongue)
    if (screen.at === 'plans') return plansView(client.email, await facts.plans(), screen.page, tongue)
    return clientView(client, tongue, facts.moment())
  }

  const named = (draft: Draft): Draft => (draft.email === '' ? { ...draft, email: madeUpName() } : draft)

  async function ofDraft(screen: Screen & { draft: Draft }, tongue: Tongue): Promise<View> {
    const draft = named(screen.draft)
    if (screen.at === 'draftText') return draftTextView(draft, screen.field, tongue)
    const inbounds = await facts.inbounds()
    if (screen.at === 'draftInbounds') return draftInboundsView(draft, inbounds, screen.page, tongue)
    const plans = await facts.plans()
    if (screen.at === 'draftPlans')
      return draftPlansView(draft, plans, new Set(inbounds.map(({ id }) => id)), screen.page, tongue)
    return draftView(
      draft,
      { inbounds, plans, wrong: screen.at === 'draft' ? screen.wrong : undefined },
      tongue,
    )
  }

  async function ofOwner(screen: Screen, person: Person, tongue: Tongue): Promise<View> {
    const own = await facts.own(person.id)
    const [first, second] = own
    if (!first) return { text: strangerText(person.id, tongue), rows: [] }
    if (screen.at === 'own') {
      const wanted = own.find(({ email }) => email === screen.email)
      return wanted ? ownView(wanted, tongue, facts.moment()) : mineView(own, tongue, facts.moment())
    }
    return second ? mineView(own, tongue, facts.moment()) : ownView(first, tongue, facts.moment())
  }

  return async function show(screen: Screen, person: Person, tongue: Tongue): Promise<View> {
    switch (screen.at) {
      case 'home':
        return homeView(await facts.server(), tongue)
      case 'status':
        return statusView(await facts.server(), tongue)
      case 'blocked':
        return blockedView(await facts.blocked(), tongue, facts.moment().zone)
      case 'commands':
        return commandsView(tongue)
      case 'languages':
        return languagesView(tongue, person.isAdmin)
      case 'search':
        return searchView(tongue)
      case 'clients':
        return clientsView(await facts.list(screen), screen, tongue, facts.moment())
      case 'choose':
        return chooseView(screen.what, screen.subject, tongue)
      case 'keypad':
        return keypadView(screen.what, screen.subject, screen.typed, tongue)
      case 'sure':
        return sureView(screen.act, screen.back, tongue)
      case 'inbounds':
        return inboundsView(await facts.inbounds(), screen.page, tongue)
      case 'inbound': {
        const inbound = (await facts.inbounds()).find(({ id }) => id === screen.id)
        if (!inbound)
          return { text: tongue.h('inboundGone'), rows: [backTo(tongue, { at: 'inbounds', page: 1 })] }
        return inboundView(inbound, await facts.clientsOn(inbound.id), tongue, facts.moment())
      }
      case 'mine':
      case 'own':
        return ofOwner(screen, person, tongue)
      case 'draft':
      case 'draftText':
      case 'draftInbounds':
      case 'draftPlans':
        return ofDraft(screen, tongue)
      default:
        return ofClient(screen, tongue)
    }
  }
}

export type Show = ReturnType<typeof createScreens>
