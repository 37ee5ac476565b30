import type { LeadsJobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Fences } from '../store/fence.ts'
import type { Tx } from '../store/open.ts'
import { type LeaseStore, leaseMs } from './lease-store.ts'

/** The lease went to another instance while the work was under way. */
export class LeadershipLost extends Error {
  constructor() {
    super('another instance leads by now')
  }
}

/** Who of several instances does what must be done once. */
export interface Leadership extends LeadsJobs {
  /** For a transaction that is not the leader's as a whole: whether a part of it may be done. */
  holds(tx: Tx): Promise<boolean>
  /** `begins` also runs if this instance leads already. */
  watch(on: { begins?: () => void; ends?: () => void }): void
}

/** On SQLite there is one instance, and it costs nothing to be the leader. */
export function soleLeader(): Leadership {
  const never = new AbortController().signal
  return {
    leads: () => true,
    asLeader: (work) => work(never),
    holds: async () => true,
    watch: ({ begins }) => begins?.(),
  }
}

interface Deps {
  store: LeaseStore
  fenced: Fences['fenced']
  log: Pick<Log, 'info' | 'warn'>
  /** Milliseconds of a clock that does not stop while the process does. */
  monotonic?: () => number
}

const renewEveryMs = 3_000
/** Own clocks may run a little slower than the server's. */
const marginMs = 500

interface Term {
  epoch: number
  /** Asked for at this time, so the server's end is not earlier than this plus `leaseMs`. */
  renewedAt: number
  ended: AbortController
}

/** Leads while it holds the lease. `beat` is called every second. */
export function createLeadership({ store, fenced, log, monotonic = () => performance.now() }: Deps) {
  let term: Term | undefined
  const watchers: { begins?: () => void; ends?: () => void }[] = []

  function end(lost: Term | undefined): void {
    if (!lost || term !== lost) return
    term = undefined
    lost.ended.abort()
    log.warn({ epoch: lost.epoch }, 'this instance does not lead any more')
    for (const { ends } of watchers) ends?.()
  }

  /** The term, unless its time is over by our own clock: after a sleep the lease may be another's. */
  function current(): Term | undefined {
    if (term && monotonic() - term.renewedAt >= leaseMs - marginMs) end(term)
    return term
  }

  async function beat(): Promise<void> {
    const held = current()
    let at = monotonic()
    if (held) {
      if (at - held.renewedAt < renewEveryMs) return
      if (await store.renew(held.epoch)) held.renewedAt = at
      else end(held)
      return
    }
    if (!(await store.isFree())) return
    const epoch = await store.take(() => {
      at = monotonic()
    })
    if (epoch === undefined) return
    term = { epoch, renewedAt: at, ended: new AbortController() }
    log.info({ epoch }, 'this instance leads')
    for (const { begins } of watchers) begins?.()
  }

  return {
    leads: () => current() !== undefined,
    async asLeader<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
      const held = current()
      if (!held) return undefined
      const fence = async (tx: Tx) => {
        if (term === held && (await store.holds(tx, held.epoch))) return
        end(held)
        throw new LeadershipLost()
      }
      return fenced(fence, () => work(held.ended.signal))
    },
    async holds(tx: Tx): Promise<boolean> {
      const held = current()
      return held !== undefined && (await store.holds(tx, held.epoch))
    },
    watch(on: { begins?: () => void; ends?: () => void }): void {
      watchers.push(on)
      if (current()) on.begins?.()
    },
    beat,
    /** At a stop: the next leader need not wait. */
    async resign(): Promise<void> {
      const held = term
      end(held)
      if (held) await store.release(held.epoch)
    },
  } satisfies Leadership & Record<string, unknown>
}

export type LeaseLeadership = ReturnType<typeof createLeadership>
