import { releaseAt } from '#domain/alerts/hold.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { Hub } from '../events/hub.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Base } from '../settings/base-services.ts'
import type { Outbox, Waiting } from './outbox.ts'
import type { Message, Outlet, Outlets } from './outlets.ts'

/** What is not delivered within this time is given up. */
export const keptMs = 3 * 86_400_000
const firstRetryMs = 1_000
const longestRetryMs = 10 * 60_000
const longestAskedMs = 60 * 60_000

interface Deps extends Pick<Base, 'log' | 'now'> {
  outbox: Outbox
  outlets: Pick<Outlets, 'find' | 'holdOf'>
  timers: Timers
  leadership: Pick<Leadership, 'leads'>
  hub: Pick<Hub, 'publish'>
}

/** Doubles from one second to ten minutes, with a fifth of chance, so that outlets do not try in step. */
function pauseAfter(tries: number, error: unknown): number {
  const doubled = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries, 20))
  const pause = doubled * (0.8 + 0.4 * Math.random())
  const asked = error instanceof NotTaken ? (error.retryAfterMs ?? 0) : 0
  return Math.max(pause, Math.min(asked, longestAskedMs))
}

/**
 * Sends what waits, each outlet on its own and in order: a message that is not taken holds up those behind it, and no
 * other outlet. At least once: a panel that is killed after the receiver took a message sends it again, with its id.
 */
export function createDelivery(deps: Deps) {
  const { outbox, outlets, hub, now, timers, log } = deps
  const running = new Map<string, Promise<void>>()
  const cancels = new Map<string, () => void>()
  let stopping = new AbortController()
  let leadsUntil = 0

  const leads = () => now() < leadsUntil && deps.leadership.leads() && !stopping.signal.aborted

  /** A delivery ended or failed. */
  const changed = () => hub.publish('invalidate', { type: 'alerts' })

  function later(name: string, ms: number): void {
    cancels.get(name)?.()
    cancels.set(
      name,
      timers.after(Math.max(10, Math.min(ms, 60_000)), () => {
        cancels.delete(name)
        pump(name)
      }),
    )
  }

  /** What to send now; a number: nothing for so many milliseconds. */
  async function pick(name: string, outlet: Outlet): Promise<Waiting[] | number> {
    const rows = await outbox.next(name, Math.max(1, outlet.most))
    const [head] = rows
    if (!head) return Number.POSITIVE_INFINITY
    if (head.createdAt < now() - keptMs) {
      await outbox.dropOlder(name, now() - keptMs, coded('notice.too-old'))
      changed()
      return 0
    }
    if (head.retryAt > now()) return head.retryAt - now()
    if (head.message !== '') return outbox.ofMessage(name, head.message)
    const rules = outlets.holdOf(name)
    const wait = rules ? releaseAt(head.createdAt, now(), rules) - now() : 0
    if (wait <= 0) return rows
    const urgent = await outbox.lastUrgent(name)
    const freed = rows.filter(({ id }) => id <= urgent)
    return freed.length > 0 ? freed : wait
  }

  /** An outlet that takes several at once could combine them otherwise in a second attempt, so the choice is stored. */
  async function messageOf(outlet: Outlet, rows: readonly Waiting[]): Promise<Message | undefined> {
    const [first, ...rest] = rows
    if (!first) return undefined
    const alerts = [first.alert, ...rest.map(({ alert }) => alert)] as const
    if (first.message !== '') return { id: first.message, alerts }
    return { id: outlet.most > 1 ? await outbox.bind(rows) : first.alert.id, alerts }
  }

  /** Returns how long to wait before the next one. */
  async function attempt(outlet: Outlet, rows: readonly Waiting[]): Promise<number> {
    const ids = rows.map(({ id }) => id)
    const message = await messageOf(outlet, rows)
    if (!message || !leads()) return 0
    try {
      await outlet.send(message, stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return 0
      return failed(outlet.name, ids, rows[0]?.tries ?? 0, error)
    }
    await outbox.delivered(ids)
    changed()
    return 0
  }

  async function failed(name: string, ids: readonly number[], tries: number, error: unknown) {
    const why = codedOf(error instanceof NotTaken ? error.cause : error) // the receiver's words are in the cause
    if (tries === 0) log.warn({ err: error, outlet: name }, `a notice was not delivered: ${name}`)
    const isFinal = error instanceof NotTaken && error.final
    const pause = isFinal ? 0 : pauseAfter(tries, error)
    if (isFinal) await outbox.gaveUp(ids, why)
    else await outbox.retry(ids, Math.round(now() + pause), why)
    changed()
    return pause
  }

  async function work(name: string): Promise<void> {
    while (leads()) {
      const outlet = await outlets.find(name)
      if (!outlet) {
        await outbox.dropOlder(name, Number.MAX_SAFE_INTEGER, coded('notice.outlet-off'))
        changed()
        return
      }
      const picked = await pick(name, outlet)
      const wait = typeof picked === 'number' ? picked : await attempt(outlet, picked)
      if (wait === Number.POSITIVE_INFINITY) return
      if (wait > 0) return later(name, wait)
    }
  }

  function pump(name: string): void {
    if (running.has(name) || !leads()) return
    const going = work(name)
      .catch((error) => {
        if (!stopping.signal.aborted) log.warn({ err: error, outlet: name }, 'failed to send notices')
      })
      .finally(() => running.delete(name))
    running.set(name, going)
  }

  return {
    /** Sends for this long; the leader's job calls it again and again. */
    lead(ms: number): void {
      leadsUntil = now() + ms
      if (stopping.signal.aborted) stopping = new AbortController()
    },
    leads,
    /** Looks at once whether something can be sent. */
    pump(name: string): void {
      cancels.get(name)?.()
      cancels.delete(name)
      pump(name)
    },
    async stop(): Promise<void> {
      leadsUntil = 0
      stopping.abort()
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
      await Promise.all(running.values())
    },
  }
}
