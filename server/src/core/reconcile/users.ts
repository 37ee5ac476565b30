import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Entry } from '#domain/core-config/users.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import type { BulkReads } from '../../store/bulk-reads/bulk-reads.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'
import type { UserOperation } from '../api/execute-users.ts'
import { createLanes, type UserCore } from './lanes.ts'
import type { Connected } from './reconcile.ts'
import { inboundsWithUsers, userDrift } from './user-check.ts'
import { createUserPlan, itemsOf, type UserItem } from './user-plan.ts'

interface Deps {
  db: Db
  bulkReads: BulkReads
  log: Log
  /** The running core, if it answers. */
  core(): Connected | undefined
  lost(core: Connected, error: unknown, what: string): void
  cut(email: string, tags: readonly string[]): Promise<void>
  onBacklog(): void
  timers: Timers
}

/** Fewer operations are not worth a thread. */
const fewOperations = 32

/** The users of the running core: single edits immediately, bulk changes after them, and a check for lost changes. */
export function createUsers(deps: Deps) {
  const { bulkReads, log } = deps
  const planUsers = createUserPlan(deps.db)
  const cores = new WeakMap<Connected, UserCore>()
  const owners = new WeakMap<UserCore, Connected>()

  function asUserCore(core: Connected): UserCore {
    const known = cores.get(core)
    if (known) return known
    const made: UserCore = {
      plan: (items) => planUsers(items, core.inbounds),
      send: core.execute,
      sendBulk: (operations: readonly UserOperation[]) =>
        (operations.length > fewOperations ? core.executeBulk : core.execute)(operations),
    }
    cores.set(core, made)
    owners.set(made, core)
    return made
  }

  const lanes = createLanes({
    core: () => {
      const core = deps.core()
      return core && asUserCore(core)
    },
    cut: (email, tags) =>
      deps.cut(email, tags).catch((error) => log.warn({ err: error }, 'failed to end open connections')),
    failed: (core, error) => {
      const owner = owners.get(core)
      if (owner) deps.lost(owner, error, 'clients')
    },
    onBacklog: deps.onBacklog,
    timers: deps.timers,
    now: Date.now,
  })

  async function checkInbound(core: Connected, { id }: SectionSource): Promise<void> {
    const inbound = inboundsWithUsers(core).find((i) => i.id === id) // it may have changed or been removed
    if (!inbound || deps.core() !== core) return
    try {
      const wanted = bulkReads.parts<Entry>({ kind: 'coreUsers', id })
      const found = await lanes.checked(() => userDrift(core.api, inbound, wanted))
      if (found.length === 0 || deps.core() !== core) return
      log.warn({ tag: inbound.tag, users: found.length }, 'users in the core differed from the database')
      lanes.bulk(found)
    } catch (error) {
      deps.lost(core, error, 'check')
    }
  }

  return {
    lanes,
    /** `whole`: inbounds that the core just got with all clients. */
    async changed(changes: readonly ClientChange[], whole: ReadonlySet<number> = new Set()): Promise<void> {
      if (!deps.core()) return // the next check finds these too
      const isThere = (item: UserItem) => item.before === null && whole.has(item.inboundId)
      const all = changes.map(itemsOf)
      const [only] = all
      if (only && all.length === 1) return lanes.edit(only)
      const renames = all.filter(({ later }) => later.length > 0)
      lanes.bulk(
        all.flatMap(({ first, later }) => (later.length > 0 ? [] : first.filter((i) => !isThere(i)))),
      )
      await Promise.all(renames.map(lanes.edit))
    },
    /** Adds users missing in the core's lists and removes unwanted ones; no edit waits for it. */
    async check(): Promise<void> {
      const core = deps.core()
      if (!core) return
      for (const inbound of inboundsWithUsers(core)) await checkInbound(core, inbound)
      await lanes.idle()
    },
  }
}
