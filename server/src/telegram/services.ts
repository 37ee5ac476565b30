import type { ClientInput } from '#contract/client.ts'
import type { AddClient, ClientPage, PagedQuery } from '#contract/client-bodies.ts'
import type { Plan } from '#contract/plan.ts'
import type { Status } from '#contract/status.ts'
import type { Reads } from '../clients/reads.ts'
import type { By } from '../clients/service.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Db } from '../store/open.ts'

/** What the bot asks the panel for: the same services that answer the API. */
export interface BotServices {
  db: Db
  now: () => number
  settings: SettingsReader
  /** How the panel is called in messages. */
  host: () => string
  status: () => Status | null
  online: () => readonly string[]
  page: (query: PagedQuery) => Promise<ClientPage>
  reads: Pick<Reads, 'get' | 'byTgId' | 'traffic' | 'ips' | 'clearIps'>
  plans: () => Promise<Plan[]>
  add: (client: AddClient, by: By) => Promise<unknown>
  update: (email: string, input: ClientInput, by: By) => Promise<unknown>
  del: (email: string, keepTraffic: boolean, by: By) => Promise<unknown>
  resetTraffic: (email: string, by: By) => Promise<unknown>
  setEnable: (whom: { emails: readonly string[] }, enable: boolean, by: By) => Promise<unknown>
  resetAll: (by: By) => Promise<unknown>
  restartCore: (actor: Actor) => Promise<unknown>
  /** Share links, as the API gives them. */
  links: (email: string) => Promise<string[]>
  /** Addresses of a subscription; blank where a format is off. `isLocal`: one of them answers on this server only. */
  subscription: (subId: string) => { raw: string; json: string; isLocal: boolean }
  /** The database, then the core's configuration. */
  backup: (actor: Actor) => Promise<{ name: string; bytes: Uint8Array }[]>
}

/** A person as Telegram proves it. */
export interface Person {
  id: number
  isAdmin: boolean
}

export const botActor = (person: Pick<Person, 'id'>): Actor => ({
  kind: 'bot',
  name: String(person.id),
  address: '',
})
