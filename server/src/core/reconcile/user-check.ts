import { setImmediate as turn } from 'node:timers/promises'
import { carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { isCheckUser } from '#domain/core-config/check-user.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { usersOf } from '#domain/core-config/plan-inbounds.ts'
import { withoutInbound } from '#domain/core-config/user-names.ts'
import { type Entry, isPlaceholder } from '#domain/core-config/users.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import type { Base } from '../../settings/base-services.ts'
import type { CoreApi } from '../api/client.ts'
import type { DesiredState } from './desired.ts'
import type { FixedUsers } from './fixed-users.ts'
import type { Connected, CoreLink } from './link.ts'
import { homeOf, otherName, type UserItem } from './user-plan.ts'
import type { UserQueue } from './user-queue.ts'

interface Deps extends Pick<Base, 'bulkReads' | 'log'> {
  link: CoreLink
  queue: UserQueue
  desired: Pick<DesiredState, 'own'>
  fixed: Pick<FixedUsers, 'isSkipped' | 'checked'>
}

/** How often an inbound is compared again until all of its users have the names that they should have. */
const mostRounds = 3

/** Adds users missing in the core's lists and removes unwanted ones; no edit waits for it. */
export function createUserCheck({ bulkReads, link, log, queue, desired, fixed }: Deps) {
  async function checkInbound(core: Connected, { id }: SectionSource): Promise<void> {
    const inbound = inboundsWithUsers(core).find((i) => i.id === id) // it may have changed or been removed
    if (!inbound || link.answering() !== core) return
    try {
      if (await fixed.isSkipped(core, inbound)) return
      const wanted = bulkReads.parts<Entry>({ kind: 'coreUsers', id, ...desired.own() })
      const found = await queue.checked(() => userDrift(core.api, inbound, wanted))
      if (link.answering() !== core) return
      if (found.every((item) => item.renames === undefined)) core.renaming.delete(id)
      if (found.length === 0) return
      log.warn({ tag: inbound.tag, users: found.length }, 'users in the core differed from the database')
      queue.bulk(found)
    } catch (error) {
      link.lost(core, error, 'check')
    }
  }

  async function checkAll(isConcerned: (core: Connected, inbound: SectionSource) => boolean): Promise<void> {
    const core = link.answering()
    if (!core) return
    for (const inbound of inboundsWithUsers(core))
      if (isConcerned(core, inbound)) await checkInbound(core, inbound)
  }

  /** Users whose bytes begin or cease to be counted apart on an inbound get their other names there. */
  async function renameUsers(): Promise<void> {
    for (let round = 0; round < mostRounds && link.answering()?.renaming.size; round++) {
      await checkAll((core, { id }) => core.renaming.has(id))
      await queue.idle()
    }
  }

  async function checkUsers(): Promise<void> {
    if (!link.answering()) return
    await checkAll(() => true)
    fixed.checked()
    await queue.idle()
    await renameUsers()
  }

  return { checkUsers, renameUsers }
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
  const item = (name: string) => {
    const email = withoutInbound(name)
    return { inboundId: inbound.id, email, key: emailKey(email) }
  }
  const wrong = (email: string) =>
    void found.push({ ...item(email), before: undefined, closes: true, wrong: email })
  const judge = (entry: Entry) => {
    const key = emailKey(entry.email)
    const running = have.get(key)
    have.delete(key)
    const mine = entryCredential(home, entry)
    const former = running ? undefined : have.get(emailKey(otherName(inbound, entry.email)))
    if (former && former.credential === mine && !isCheckUser(key)) {
      have.delete(emailKey(former.email))
      found.push({ ...item(entry.email), before: null, renames: former.email })
    } else if (!running) found.push({ ...item(entry.email), before: null })
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
