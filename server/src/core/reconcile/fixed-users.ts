import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import { CoreError } from '../api/errors.ts'
import type { UserOperation } from '../api/execute-users.ts'
import type { Connected } from './link.ts'
import type { UserPlan } from './user-plan.ts'

/** Changes that come together are one replacement. */
const soonMs = 200
/** Each replacement interrupts everybody on the inbound. */
const leastMs = 2_000

interface Deps {
  timers: Timers
  log: Log
  /** Adds these inbounds again, with the clients that are stored. */
  replace: (tags: ReadonlySet<string>) => Promise<unknown>
}

const tagOf = (operation: UserOperation): string =>
  operation.op === 'addUser' ? operation.home.tag : operation.tag

/**
 * Inbounds whose users the running core cannot change: those of WireGuard before 26.6.27. A change of their clients
 * replaces the inbound, which interrupts the others there for some seconds, and nobody elsewhere.
 */
export function createFixedUsers({ timers, log, replace }: Deps) {
  const known = new WeakMap<Connected, boolean>()
  const stale = new Set<string>()
  let pending = false
  let missed = false

  /** Asked once for each core, for a user that nobody is. */
  async function isFixed(core: Connected, { protocol, tag }: SectionSource): Promise<boolean> {
    if (protocol !== 'wireguard') return false
    const before = known.get(core)
    if (before !== undefined) return before
    try {
      await core.api.user(tag, 'nobody')
      known.set(core, false)
      return false
    } catch (error) {
      if (!(error instanceof CoreError) || error.kind === 'unavailable') throw error
      const isFixedOne = /not a UserManager/i.test(error.message)
      if (isFixedOne) known.set(core, true) // else it may not have this inbound yet
      return isFixedOne
    }
  }

  function plan(afterMs: number): void {
    if (pending || stale.size === 0) return
    pending = true
    timers.after(afterMs, () => {
      const tags = new Set(stale)
      stale.clear()
      const done = () => timers.after(leastMs, () => again())
      replace(tags)
        .catch((error: unknown) => log.error({ err: error }, 'failed to add an inbound again'))
        .finally(done)
    })
  }

  function again(): void {
    pending = false
    plan(soonMs)
  }

  function replaceSoon(tags: Iterable<string>): void {
    for (const tag of tags) stale.add(tag)
    plan(soonMs)
  }

  return {
    /** What the core can do of a plan; the rest comes with the whole inbound. */
    async carriable(core: Connected, plan: UserPlan): Promise<UserPlan> {
      const concerned = new Set(plan.operations.map(tagOf))
      const fixed = new Set<string>()
      for (const inbound of core.inbounds.values())
        if (concerned.has(inbound.tag) && (await isFixed(core, inbound))) fixed.add(inbound.tag)
      if (fixed.size === 0) return plan
      replaceSoon(fixed)
      const ids = new Set([...core.inbounds].flatMap(([id, { tag }]) => (fixed.has(tag) ? [id] : [])))
      const operations = plan.operations.filter((operation) => !fixed.has(tagOf(operation)))
      const cuts = plan.cuts.flatMap((cut) => {
        const tags = cut.tags.filter((tag) => !fixed.has(tag))
        return tags.length > 0
          ? [{ ...cut, tags, again: cut.again.filter((one) => !ids.has(one.inboundId)) }]
          : []
      })
      return { operations, cuts }
    },
    /** A change of clients did not get to the core: what the core has there cannot be compared. */
    miss(): void {
      missed = true
    },
    /** Whether the list of users must not be compared. What was missed comes with the whole inbound. */
    async isSkipped(core: Connected, inbound: SectionSource): Promise<boolean> {
      if (!(await isFixed(core, inbound))) return false
      if (missed) replaceSoon([inbound.tag])
      return true
    },
    /** All inbounds have been looked at. */
    checked(): void {
      missed = false
    },
  }
}

export type FixedUsers = ReturnType<typeof createFixedUsers>
