import { setImmediate as turn } from 'node:timers/promises'
import { carriesClients } from '#contract/protocol.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { type Entry, isPlaceholder } from '#domain/core-config/users.ts'
import type { CoreApi } from '../core-api/client.ts'
import type { LiveOperation } from '../core-api/execute.ts'
import type { Cut } from './clients.ts'
import { isLocal } from './desired.ts'
import { addUser, homeOf } from './live.ts'
import type { Connected } from './reconcile.ts'

/** Inbounds whose users the core can list; a cipher for one user alone has none. */
export const inboundsWithUsers = ({ config, inbounds }: Connected): SectionSource[] => {
  const listed = new Set(config.inbounds.filter((i) => Array.isArray(i.settings.clients)).map((i) => i.tag))
  return [...inbounds.values()].filter((i) => isLocal(i) && carriesClients(i.protocol) && listed.has(i.tag))
}

/** The core's own list against the wanted one: by email, and by what lets each of them in. */
export async function userDrift(
  api: Pick<CoreApi, 'users'>,
  inbound: SectionSource,
  wanted: AsyncIterable<readonly Entry[]>,
): Promise<{ operations: LiveOperation[]; cuts: Omit<Cut, 'again'>[] }> {
  const { entryCredential } = await import('../core-api/accounts.ts') // a core runs: it is loaded (decision 006)
  const { tag } = inbound
  const home = homeOf(inbound)
  const have = new Map<string, { email: string; credential: string }>()
  for (const user of await api.users(tag)) have.set(user.email.toLowerCase(), user)
  const operations: LiveOperation[] = []
  const cuts: Omit<Cut, 'again'>[] = []
  const additions: LiveOperation[] = []
  const remove = (email: string) => {
    operations.push({ op: 'removeUser', tag, email })
    cuts.push({ email, tags: [tag] })
  }
  const judge = (entry: Entry) => {
    const key = entry.email.toLowerCase()
    const running = have.get(key)
    have.delete(key)
    const mine = entryCredential(home, entry)
    if (running && (running.credential === mine || running.credential === '' || mine === '')) return
    if (running) remove(running.email)
    additions.push(addUser(inbound, entry))
  }
  // An inbound may have a hundred thousand: never all at hand, and others wait for this thread.
  for await (const part of wanted) {
    for (const entry of part) judge(entry)
    await turn()
  }
  for (const { email } of have.values()) if (!isPlaceholder(email)) remove(email)
  return { operations: [...operations, ...additions], cuts }
}
