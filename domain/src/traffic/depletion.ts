import type { Inbound } from '#contract/inbound.ts'
import type { Limits } from '#contract/limits.ts'
import { autoEnded, type EndRule, hasEnded, type Switchable, settleEnable } from '#domain/clients/enable.ts'
import { renewedExpiry, startedExpiry } from '#domain/clients/expiry.ts'
import { hasRenewalLeft, type Renewal } from '#domain/clients/renew.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { isPastFairUse } from '#domain/limits/effective.ts'
import { nextMonthly } from './periodic.ts'

/** The part of a client that a tick may change. */
export interface Metered extends Switchable, Renewal {}

export interface Usage {
  used: number
  /** Bytes seen by the kernel but not yet counted by the core: used only to decide when to cut (ADR 040). */
  uncounted: number
  /** Whether traffic was counted for it in this tick. */
  moved: boolean
  resetCount: number
  /** When it was cut for uncounted bytes; 0: it was not. */
  cutAt: number
  rule: EndRule
  fairUse: Pick<Limits, 'fairUse'>
  /** Bytes of this day. */
  dayUsed: number
}

export interface Moment {
  now: number
  zone: string
  /** The clock jumped and was not accepted: nothing expires. */
  held: boolean
}

/**
 * `slowed`, `quickened`: it is slowed down, or has its own speed again. `closed`, `opened`: some of its inbounds, because
 * a quota for them is used up or begins anew.
 */
export type Transition =
  | 'started'
  | 'renewed'
  | 'ended'
  | 'returned'
  | 'slowed'
  | 'quickened'
  | 'closed'
  | 'opened'

interface Outcome<C> {
  client: C
  transitions: Transition[]
  /** A renewal resets the counters. */
  zeroed: boolean
  cutAt: number
}

/** By the second tick after the cut, the connection has ended and its bytes are counted. */
export const arrivalMs = 10_000

const isExpired = (c: Metered, now: number): boolean => c.expiryTime > 0 && c.expiryTime <= now

const nextExpiry = (c: Metered, { now, zone }: Moment): number =>
  c.resetDay > 0 ? nextMonthly(c.resetDay, zone, now) : renewedExpiry(c.expiryTime, c.reset, now)

/**
 * The state of one client after a tick: a delayed start begins with the first bytes, once (P39); renewal comes before
 * the check, so a renewed client is never disabled; a client that expired or used up its quota is disabled. A client
 * that an operator disabled is renewed but stays disabled (R23).
 */
export function afterTick<C extends Metered>(before: C, usage: Usage, at: Moment): Outcome<C> {
  const transitions: Transition[] = []
  let client = before
  let { used, cutAt } = usage
  if (usage.moved && client.expiryTime < 0) {
    client = { ...client, expiryTime: startedExpiry(client.expiryTime, at.now) }
    transitions.push('started')
  }
  const zeroed = !at.held && isExpired(client, at.now) && hasRenewalLeft(client, usage.resetCount)
  if (zeroed) {
    client = settleEnable({ ...client, expiryTime: nextExpiry(client, at) }, 0, at.now, usage.rule)
    transitions.push('renewed')
    used = 0
    cutAt = 0
  }
  const judged = at.held ? Number.NEGATIVE_INFINITY : at.now
  client = withinDay(client, usage, at)
  const ended = autoEnded(client, used + (zeroed ? 0 : usage.uncounted), judged, usage.rule)
  if (ended !== client) {
    transitions.push(ended.enable ? 'slowed' : 'ended')
    return {
      client: ended,
      transitions,
      zeroed,
      cutAt: hasEnded(client, used, judged, usage.rule) ? 0 : at.now,
    }
  }
  if (before.slowed !== client.slowed) transitions.push(client.slowed === '' ? 'quickened' : 'slowed')
  if (cutAt === 0) return { client, transitions, zeroed, cutAt }
  const back = arrived(client, { ...usage, used, cutAt }, at)
  if (back.client !== client) transitions.push('returned')
  return { ...back, transitions, zeroed }
}

/** Past the allowance of the day a client is slow until the next one begins; past its end it is slow anyway. */
function withinDay<C extends Metered>(client: C, { fairUse, dayUsed }: Usage, { held }: Moment): C {
  if (held || client.slowed === 'ended') return client
  const slowed = isPastFairUse(fairUse, dayUsed) ? 'day' : ''
  return slowed === client.slowed ? client : { ...client, slowed }
}

/**
 * A client that was cut for uncounted bytes stays out until they are counted. Then it is depleted, or, if the kernel's
 * figure was too high, enabled again with what is left.
 */
function arrived<C extends Metered>(client: C, usage: Usage, at: Moment): { client: C; cutAt: number } {
  if (hasEnded(client, usage.used, at.now, usage.rule)) return { client, cutAt: 0 }
  if (usage.uncounted > 0 || at.now - usage.cutAt < arrivalMs) return { client, cutAt: usage.cutAt }
  return { client: settleEnable(client, usage.used, at.now, usage.rule), cutAt: 0 }
}

/** Inbounds have their own quota and expiry. */
export const inboundEnds = (
  i: Pick<Inbound, 'enable' | 'total' | 'expiryTime'> & { used: number },
  at: Pick<Moment, 'now' | 'held'>,
): boolean =>
  i.enable &&
  isDepleted(
    { expiryTime: i.expiryTime, quota: i.total, used: i.used },
    at.held ? Number.NEGATIVE_INFINITY : at.now,
  )
