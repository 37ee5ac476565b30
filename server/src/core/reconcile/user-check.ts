import { setImmediate as turn } from 'node:timers/promises'
import { carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { usersOf } from '#domain/core-config/plan-inbounds.ts'
import { type Entry, isPlaceholder } from '#domain/core-config/users.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import type { Base } from '../../settings/base-services.ts'
import type { CoreApi } from '../api/client.ts'
import type { DesiredState } from './desired.ts'
import type { FixedUsers } from './fixed-users.ts'
import type { Connected, CoreLink } from './link.ts'
import { homeOf, type UserItem } from './user-plan.ts'
import type { UserQueue } from './user-queue.ts'

interface Deps extends Pick<Base, 'bulkReads' | 'log'> {
  link: CoreLink
  queue: UserQueue
  desired: Pick<DesiredState, 'own'>
  fixed: Pick<FixedUsers, 'isSkipped' | 'checked'>
}

/** Adds users missing in the core's lists and removes unwanted ones; no edit waits for it. */
export function createUserCheck({ bulkReads, link, log, queue, desired, fixed }: Deps) {
  async function checkInbound(core: Connected, { id }: SectionSource): Promise<void> {
    const inbound = inboundsWithUsers(core).find((i) => i.id === id) // it may have changed or been removed
    if (!inbound || link.answering() !== core) return
    try {
      if (await fixed.isSkipped(core, inbound)) return
      const wanted = bulkReads.parts<Entry>({ kind: 'coreUsers', id, ...desired.own() })
      const found = await queue.checked(() => userDrift(core.api, inbound, wanted))
      if (found.length === 0 || link.answering() !== core) return
      log.warn({ tag: inbound.tag, users: found.length }, 'users in the core differed from the database')
      queue.bulk(found)
    } catch (error) {
      link.lost(core, error, 'check')
    }
  }

  return async function checkUsers(): Promise<void> {
    const core = link.answering()
    if (!core) return
    for (const inbound of inboundsWithUsers(core)) await checkInbound(core, inbound)
    fixed.checked()
    await queue.idle()
  }
}

/** Inbounds whose users the core can list; a single-user cipher has none. */
export const inboundsWithUsers = ({ config, inbounds }: Connected): SectionSource[] => {
  const listed = new Set(config.inbounds.filter((i) => usersOf(i) !== undefined).map((i) => i.tag))
  return [...inbounds.values()].filter((i) => isLocal(i) && carriesClients(i.protocol) && listed.has(i.tag))
}

/** Compares the core's list with the desired one, by email and credential. */
export async function userDrift(
  api: Pick<CoreApi, 'users'>,
  inbound: SectionSource,
  wanted: AsyncIterable<readonly Entry[]>,
): Promise<UserItem[]> {
  // a core runs, so it is already loaded
  const { entryCredential } = await import('../api/users.ts')
  const home = homeOf(inbound)
  const have = new Map<string, { email: string; credential: string }>()
  for (const user of await api.users(inbound.tag)) have.set(emailKey(user.email), user)
  const found: UserItem[] = []
  const item = (email: string) => ({ inboundId: inbound.id, email, key: emailKey(email) })
  const wrong = (email: string) =>
    void found.push({ ...item(email), before: undefined, closes: true, wrong: email })
  const judge = (entry: Entry) => {
    const key = emailKey(entry.email)
    const running = have.get(key)
    have.delete(key)
    const mine = entryCredential(home, entry)
    if (!running) found.push({ ...item(entry.email), before: null })
    else if (running.credential !== mine && running.credential !== '' && mine !== '') wrong(running.email)
  }
  // An inbound may have a hundred thousand users: never all in memory, and the event loop gets turns.
  for await (const part of wanted) {
    for (const entry of part) judge(entry)
    await turn()
  }
  have.delete('') // peers of a WireGuard inbound that are no clients
  for (const { email } of have.values()) if (!isPlaceholder(email)) wrong(email)
  return found
}
