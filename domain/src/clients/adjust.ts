import type { Coded } from '#contract/coded.ts'
import type { Ending, Limits } from '#contract/limits.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { type EndRule, type Switchable, settleEnable } from './enable.ts'
import { checkExpiry, dayMs, isDelayedStart } from './expiry.ts'
import { checkCount, checkFlow } from './field-rules.ts'

export interface Adjustment {
  addDays: number
  addBytes: number
  /** Blank keeps it, `none` clears it. */
  flow?: string
  /** New values are set first; additions apply to the result. */
  setBytes?: number | undefined
  setExpiryTime?: number | undefined
  setLimitIp?: number | undefined
  setLimitHwid?: number | undefined
  setDeviceKeys?: boolean | undefined
  setSpeedDown?: number | undefined
  setSpeedUp?: number | undefined
  setWhenEnded?: Ending | undefined
  setSlowSpeed?: number | undefined
  setReset?: number | undefined
  setPlanId?: number | undefined
}

export interface Adjustable
  extends Switchable,
    Pick<Limits, 'speedDown' | 'speedUp' | 'whenEnded' | 'slowSpeed'> {
  flow: string
  limitIp: number
  limitHwid: number
  deviceKeys: boolean
  reset: number
  planId: number
}

export interface Adjusted<C> {
  client: C
  changed: boolean
  /** Why something that was asked for was not done; what could be done still was. */
  reasons: Coded[]
}

const smallCounts = ['setLimitIp', 'setLimitHwid', 'setReset'] as const
const counts = ['setSpeedDown', 'setSpeedUp', 'setSlowSpeed', 'setPlanId'] as const

/** `more`: something else is asked for too. */
export function checkAdjustment(a: Adjustment, more = false): Adjustment {
  if (!Number.isSafeInteger(a.addDays) || Math.abs(a.addDays) > 100_000)
    throw new Refusal('client.add-days-not-whole', {}, 'addDays')
  if (!Number.isSafeInteger(a.addBytes)) throw new Refusal('client.add-bytes-not-whole', {}, 'addBytes')
  if (a.flow !== undefined && a.flow !== 'none') checkFlow(a.flow)
  if (a.setBytes !== undefined) checkCount(a.setBytes, 'setBytes')
  if (a.setExpiryTime !== undefined) checkExpiry(a.setExpiryTime, 'setExpiryTime')
  for (const name of smallCounts) if (a[name] !== undefined) checkCount(a[name], name, 1_000_000)
  for (const name of counts) if (a[name] !== undefined) checkCount(a[name], name)
  const others = ['setBytes', 'setExpiryTime', 'setWhenEnded', 'setDeviceKeys'] as const
  const sets = [...others, ...smallCounts, ...counts].some((name) => a[name] !== undefined)
  if (a.addDays === 0 && a.addBytes === 0 && !a.flow && !sets && !more)
    throw new Refusal('client.nothing-to-adjust', {}, 'addDays')
  return a
}

type Step = number | Coded

function expiryAfter(expiryTime: number, addDays: number, now: number): Step {
  if (expiryTime === 0) return coded('adjust.unlimited-expiry')
  if (isDelayedStart(expiryTime)) {
    const next = expiryTime - addDays * dayMs
    return next >= 0 ? coded('adjust.past-delay') : next
  }
  const next = expiryTime + addDays * dayMs
  if (addDays < 0 && next <= now) return coded('adjust.past-expiry')
  return Number.isSafeInteger(next) ? next : coded('adjust.expiry-too-far')
}

/** A quota that is reduced never lands on 0, which would mean unlimited (P38). */
function quotaAfter(total: number, addBytes: number): Step {
  if (total === 0) return coded('adjust.unlimited-traffic')
  const next = total + addBytes
  if (next <= 0) return coded('adjust.past-quota')
  return Number.isSafeInteger(next) ? next : coded('adjust.quota-too-large')
}

const adjusted = [
  ...(['expiryTime', 'totalGB', 'flow', 'limitIp', 'limitHwid', 'deviceKeys'] as const),
  ...(['speedDown', 'speedUp', 'whenEnded', 'slowSpeed', 'reset', 'planId'] as const),
]

export function adjustedClient<C extends Adjustable>(
  client: C,
  a: Adjustment,
  used: number,
  now: number,
  ruleOf: (next: C) => EndRule,
): Adjusted<C> {
  const next = {
    ...client,
    totalGB: a.setBytes ?? client.totalGB,
    expiryTime: a.setExpiryTime ?? client.expiryTime,
    limitIp: a.setLimitIp ?? client.limitIp,
    limitHwid: a.setLimitHwid ?? client.limitHwid,
    deviceKeys: a.setDeviceKeys ?? client.deviceKeys,
    speedDown: a.setSpeedDown ?? client.speedDown,
    speedUp: a.setSpeedUp ?? client.speedUp,
    whenEnded: a.setWhenEnded ?? client.whenEnded,
    slowSpeed: a.setSlowSpeed ?? client.slowSpeed,
    reset: a.setReset ?? client.reset,
    planId: a.setPlanId ?? client.planId,
  }
  const reasons: Coded[] = []
  const take = (step: Step, apply: (value: number) => void) =>
    typeof step === 'number' ? apply(step) : void reasons.push(step)
  if (a.addDays !== 0)
    take(expiryAfter(next.expiryTime, a.addDays, now), (v) => {
      next.expiryTime = v
    })
  if (a.addBytes !== 0)
    take(quotaAfter(next.totalGB, a.addBytes), (v) => {
      next.totalGB = v
    })
  if (a.flow) next.flow = a.flow === 'none' ? '' : a.flow
  const changed = adjusted.some((key) => next[key] !== client[key])
  return { client: changed ? settleEnable(next, used, now, ruleOf(next)) : client, changed, reasons }
}
