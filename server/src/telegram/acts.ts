import { Refusal } from '#domain/refusal.ts'
import type { ClientFacts } from './cards/client-card.ts'
import type { Connect } from './connect.ts'
import { clientOf, extended, renewed } from './conversations/add-client.ts'
import type { Facts } from './facts.ts'
import type { Act, Screen } from './screen.ts'
import type { Sender } from './send.ts'
import { type BotServices, botActor, type Person } from './services.ts'
import type { BotStore } from './store.ts'
import type { Translator } from './translator.ts'

const gib = 1024 ** 3

interface Deps {
  services: BotServices
  facts: Facts
  connect: Connect
  store: Pick<BotStore, 'setLanguage'>
  sender: Sender
}

export interface Pressed {
  chat: number
  person: Person
  translator: Translator
}

/** What to say in the corner of the screen, and where to go if not to where the button leads. */
export interface Done {
  says: string
  go?: Screen
}

type ClientAct = Extract<Act, { email: string }>
type AdminAct = Exclude<ClientAct, { do: 'subscription' | 'links' | 'qr' }>

/** Acts that take long: the sign on the button ends before they begin. */
export const isSlow = (act: Act): boolean =>
  ['backup', 'restart', 'links', 'qr', 'subscription', 'create'].includes(act.do)

/** Does what a button says, with the services of the API. The caller has checked that the person may press it. */
export function createActs({ services, facts, connect, store, sender }: Deps) {
  const byOf = async (person: Person) => {
    const row = await services.db.read
      .selectFrom('users')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return { userId: row.id, actor: botActor(person) }
  }

  /** Administrators reach every client, others only their own. */
  async function clientFor({ person }: Pressed, email: string): Promise<ClientFacts> {
    const found = person.isAdmin ? await facts.client(email) : await facts.ownOne(person.id, email)
    if (!found) throw new Refusal('client.missing', { email })
    return found
  }

  async function setAmount(act: Extract<Act, { do: 'amount' }>, pressed: Pressed): Promise<void> {
    const by = await byOf(pressed.person)
    if (act.what === 'quota')
      return void (await services.clients.update(act.email, { totalGB: act.count * gib }, by))
    if (act.what === 'ips') return void (await services.clients.update(act.email, { limitIp: act.count }, by))
    const { expiryTime } = await clientFor(pressed, act.email)
    const end = extended(expiryTime, act.count, services.now())
    await services.clients.update(act.email, { expiryTime: end }, by)
  }

  async function renew(act: Extract<Act, { do: 'renew' }>, pressed: Pressed): Promise<void> {
    const plan = (await facts.plans()).find(({ id }) => id === act.planId)
    if (!plan) throw new Refusal('plan.missing', { id: act.planId })
    const { expiryTime } = await clientFor(pressed, act.email)
    const by = await byOf(pressed.person)
    const limits = { totalGB: plan.totalGB, expiryTime: renewed(expiryTime, plan, services.now()) }
    await services.clients.update(act.email, limits, by)
    await services.clients.resetTraffic(act.email, by)
  }

  async function change(act: AdminAct, pressed: Pressed): Promise<void> {
    await clientFor(pressed, act.email) // a client that is gone is said to be gone
    const by = await byOf(pressed.person)
    switch (act.do) {
      case 'switch':
        return void (await services.bulk.setEnable({ emails: [act.email] }, act.on, by))
      case 'reset':
        return void (await services.clients.resetTraffic(act.email, by))
      case 'amount':
        return setAmount(act, pressed)
      case 'link':
        return void (await services.clients.update(act.email, { tgId: act.tgId }, by))
      case 'clearIps':
        return void (await services.reads.clearIps(act.email, by))
      case 'renew':
        return renew(act, pressed)
      case 'delete':
        return void (await services.clients.del(act.email, false, by))
    }
  }

  async function create({ draft, enable }: Extract<Act, { do: 'create' }>, pressed: Pressed): Promise<Done> {
    const { chat, person, translator } = pressed
    try {
      await services.clients.add(clientOf(draft, enable, services.now()), await byOf(person))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const wrong = translator.why(error)
      return { says: wrong, go: { at: 'draft', draft, wrong } }
    }
    const made = await clientFor(pressed, draft.email)
    await sender.text(chat, translator.h('clientAdded', { email: made.email }))
    await connect.subscription(made, pressed)
    await connect.links(made, pressed)
    await connect.qr(made, pressed)
    return { says: '', go: { at: 'client', email: made.email } }
  }

  /** To the administrator alone, also if the button was pressed in a group. */
  async function sendBackup({ person, translator }: Pressed): Promise<void> {
    for (const file of await services.backup(botActor(person)))
      await sender.document(person.id, {
        ...file,
        caption: translator.h('backupOf', { host: services.host() }),
      })
  }

  return async function perform(act: Act, pressed: Pressed): Promise<Done> {
    const { chat, person, translator } = pressed
    const done = { says: translator.t('done') }
    switch (act.do) {
      case 'create':
        return create(act, pressed)
      case 'backup':
        await sendBackup(pressed)
        return done
      case 'restart':
        await services.restartCore(botActor(person))
        return done
      case 'resetAll':
        await services.resetAll(await byOf(person))
        return done
      case 'language':
        await store.setLanguage(chat, act.language)
        return { says: '' }
      case 'subscription':
      case 'links':
      case 'qr':
        await connect[act.do](await clientFor(pressed, act.email), pressed)
        return { says: '' }
      default:
        await change(act, pressed)
        return done
    }
  }
}

export type Perform = ReturnType<typeof createActs>
