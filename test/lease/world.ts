import { setImmediate as settle } from 'node:timers/promises'
import { createLeadership, LeadershipLost, type LeaseLeadership } from '#server/instance/leadership.ts'
import { type LeaseStore, leaseMs } from '#server/instance/lease-store.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Fence } from '#server/store/fence.ts'
import type { Tx } from '#server/store/open.ts'
import { createRandom } from '../random.ts'

/** What a history is played with: the fence can be left out on purpose. */
export interface Rules {
  fence: boolean
}

interface Event {
  at: number
  /** Runs in a process, which may be stopped or dead by then; undefined: in the database server. */
  who: Process | undefined
  run: () => void
}

interface Process {
  id: string
  life: number
  alive: boolean
  /** Stopped until then: nothing of it runs, and time passes. */
  stoppedUntil: number
  leadership: LeaseLeadership
}

/** A transaction holds the lock of all writers from its start to its end. */
interface Turn {
  ended: boolean
  lastHeard: number
}

/** As the server of the database does it. */
const mostIdleMs = 8_000

/** One database with a lease, two processes, and a clock that belongs to the test. */
export function createWorld(seed: number, rules: Rules = { fence: true }) {
  const random = createRandom(seed)
  const events: Event[] = []
  const processes: Process[] = []
  const lease = { holder: '', epoch: 0, until: 0 }
  /** What the leader's jobs wrote: a number that each raises by one, having read it before. */
  const table = { rounds: 0 }
  const faults: string[] = []
  let now = 1_000
  let turn: Turn | undefined
  const waiting: (() => void)[] = []

  const later = (ms: number, who: Process | undefined, run: () => void) =>
    void events.push({ at: now + ms, who, run })
  const lag = () => 1 + random.below(random.chance(0.05) ? 2_000 : 40)

  /** A statement: it arrives at the server, happens there at once, and the answer comes back. */
  const statement = <T>(who: Process, happen: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      later(lag(), undefined, () => {
        try {
          const answer = happen()
          later(lag(), who, () => resolve(answer))
        } catch (error) {
          later(lag(), who, () => reject(error))
        }
      })
    })

  function release(mine: Turn): void {
    mine.ended = true
    if (turn !== mine) return
    turn = undefined
    waiting.shift()?.()
  }

  /** The server ends a transaction whose process says nothing for too long, or whose connection is gone. */
  function watch(mine: Turn, who: Process, life: number): void {
    later(500, undefined, () => {
      if (mine.ended) return
      const isGone = !who.alive || who.life !== life
      if (isGone || now - mine.lastHeard >= mostIdleMs) release(mine)
      else watch(mine, who, life)
    })
  }

  async function write<T>(
    who: Process,
    work: (heard: <R>(run: () => R) => Promise<R>) => Promise<T>,
  ): Promise<T> {
    const { life } = who
    const mine: Turn = { ended: false, lastHeard: now }
    await new Promise<void>((resolve) => {
      const begin = () => {
        turn = mine
        mine.lastHeard = now
        watch(mine, who, life)
        later(lag(), who, resolve)
      }
      later(lag(), undefined, () => (turn ? waiting.push(begin) : begin()))
    })
    const heard = <R>(run: () => R) =>
      statement(who, () => {
        if (mine.ended) throw new Error('the server has ended the transaction')
        mine.lastHeard = now
        return run()
      })
    try {
      const result = await work(heard)
      return result
    } finally {
      await statement(who, () => release(mine))
    }
  }

  const isFree = (id: string) => lease.holder === id || lease.holder === '' || lease.until < now

  function storeOf(who: Process): LeaseStore {
    const taking = () => {
      if (!isFree(who.id)) return undefined
      Object.assign(lease, { holder: who.id, epoch: lease.epoch + 1, until: now + leaseMs })
      return lease.epoch
    }
    const has = (epoch: number) => lease.holder === who.id && lease.epoch === epoch
    return {
      isFree: () => statement(who, () => isFree(who.id)),
      take: (asked) =>
        write(who, (heard) => {
          asked()
          return heard(taking)
        }),
      renew: (epoch) =>
        statement(who, () => {
          if (!has(epoch)) return false
          lease.until = now + leaseMs
          return true
        }),
      // The transaction of this world is the way to send a statement in it.
      holds: (tx, epoch) => (tx as unknown as Heard)(() => has(epoch)),
      release: async () => {},
    }
  }
  type Heard = <R>(run: () => R) => Promise<R>

  /** A leader's job: reads, thinks, and writes what follows from what it read. */
  async function job(who: Process): Promise<void> {
    await who.leadership.asLeader(async () => {
      const { epoch } = lease.holder === who.id ? lease : { epoch: -1 }
      const fence = fenceOf.get(who)
      const read = await statement(who, () => table.rounds)
      await new Promise<void>((resolve) => later(random.below(300), who, resolve))
      await write(who, async (heard) => {
        await fence?.(heard as unknown as Tx) // see `holds`
        await heard(() => {
          if (lease.holder !== who.id)
            faults.push(`${who.id} wrote in epoch ${epoch} while ${lease.holder} led in ${lease.epoch}`)
          if (table.rounds !== read && lease.epoch !== epoch) faults.push(`round ${read} was done twice`)
          table.rounds = read + 1
        })
      })
    })
  }
  const fenceOf = new WeakMap<Process, Fence>()

  function start(id: string, life: number): Process {
    const who: Process = { id, life, alive: true, stoppedUntil: 0, leadership: undefined as never } // set below
    who.leadership = createLeadership({
      store: storeOf(who),
      log: silentLog,
      monotonic: () => now,
      fenced(fence, work) {
        if (rules.fence) fenceOf.set(who, fence)
        return work()
      },
    })
    const every = (ms: number, run: () => Promise<void>) => {
      const again = () => {
        if (who.alive) later(ms, who, () => void run().catch(known).finally(again))
      }
      later(random.below(ms), who, () => void run().catch(known).finally(again))
    }
    every(1_000, () => who.leadership.beat())
    every(700, () => job(who))
    return who
  }
  /** A transaction that the server ended, or that the fence refused, is no fault. */
  function known(error: unknown): void {
    if (error instanceof LeadershipLost || String(error).includes('has ended the transaction')) return
    faults.push(String(error))
  }

  /** Lets time pass. What belongs to a stopped process waits for it; what belongs to a dead one never happens. */
  async function pass(ms: number): Promise<void> {
    const until = now + ms
    for (;;) {
      let first: Event | undefined
      for (const event of events) if (event.at <= until && (!first || event.at < first.at)) first = event
      if (!first) break
      events.splice(events.indexOf(first), 1)
      const { who } = first
      if (who && !who.alive) continue
      if (who && who.stoppedUntil > first.at) {
        first.at = who.stoppedUntil
        events.push(first)
        continue
      }
      now = Math.max(now, first.at)
      first.run()
      await settle()
    }
    now = until
  }

  return {
    random,
    lease,
    table,
    faults,
    processes,
    pass,
    start: (id: string) => void processes.push(start(id, 1)),
    stop: (i: number, ms: number) => {
      const who = processes[i]
      if (who) who.stoppedUntil = now + ms
    },
    /** `kill -9`, and another process in its place. */
    kill(i: number): void {
      const who = processes[i]
      if (!who) return
      who.alive = false
      processes[i] = start(who.id, who.life + 1)
    },
    leaders: (): string[] => processes.filter(({ leadership }) => leadership.leads()).map(({ id }) => id),
  }
}
