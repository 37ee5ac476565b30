import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Entry } from '#domain/core-config/users.ts'
import type { Base } from '../../settings/base-services.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { CoreHooks } from '../hooks.ts'
import type { CoreEvents } from '../room-deps.ts'
import type { Connected, CoreLink } from './link.ts'
import { inboundsWithUsers, userDrift } from './user-check.ts'
import { createUserPlanner, itemsOf, type UserItem } from './user-plan.ts'
import { createUserQueue } from './user-queue.ts'

interface Deps extends Pick<Base, 'db' | 'bulkReads' | 'timers' | 'log'> {
  link: CoreLink
  hooks: CoreHooks
  events: CoreEvents
}

/** The users of the running core: single edits immediately, bulk changes after them, and a check for lost changes. */
export function createUsers(deps: Deps) {
  const { db, bulkReads, link, log } = deps
  const queue = createUserQueue({ ...deps, planner: createUserPlanner(db), now: Date.now })

  async function checkInbound(core: Connected, { id }: SectionSource): Promise<void> {
    const inbound = inboundsWithUsers(core).find((i) => i.id === id) // it may have changed or been removed
    if (!inbound || link.answering() !== core) return
    try {
      const wanted = bulkReads.parts<Entry>({ kind: 'coreUsers', id })
      const found = await queue.checked(() => userDrift(core.api, inbound, wanted))
      if (found.length === 0 || link.answering() !== core) return
      log.warn({ tag: inbound.tag, users: found.length }, 'users in the core differed from the database')
      queue.bulk(found)
    } catch (error) {
      link.lost(core, error, 'check')
    }
  }

  return {
    queue,
    /** `withClients`: inbounds that the core just got with all clients. */
    async changed(
      changes: readonly ClientChange[],
      withClients: ReadonlySet<number> = new Set(),
    ): Promise<void> {
      if (!link.answering()) return // the next check finds these too
      const isThere = (item: UserItem) => item.before === null && withClients.has(item.inboundId)
      const all = changes.map(itemsOf)
      const [only] = all
      if (only && all.length === 1) return queue.edit(only)
      const renames = all.filter(({ later }) => later.length > 0)
      queue.bulk(
        all.flatMap(({ first, later }) => (later.length > 0 ? [] : first.filter((i) => !isThere(i)))),
      )
      await Promise.all(renames.map(queue.edit))
    },
    /** Adds users missing in the core's lists and removes unwanted ones; no edit waits for it. */
    async check(): Promise<void> {
      const core = link.answering()
      if (!core) return
      for (const inbound of inboundsWithUsers(core)) await checkInbound(core, inbound)
      await queue.idle()
    },
  }
}
