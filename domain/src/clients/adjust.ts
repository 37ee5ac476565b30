import type { BulkAdjust } from '#contract/client-bodies.ts'
import { type BulkName, bulkFields, bulkNames, rowOf, type StoredFields } from '#contract/clients/fields.ts'
import type { Coded } from '#contract/coded.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { type EndRule, type Switchable, settleEnable } from './enable.ts'
import { checkExpiry, dayMs, isDelayedStart } from './expiry.ts'
import { checkCount, checkFlow } from './field-rules.ts'

/** New values are set first; additions apply to the result. */
type Adjustment = Pick<BulkAdjust, 'addDays' | 'addBytes'> & Partial<Pick<BulkAdjust, 'flow' | SetName>>

type SetName = Exclude<BulkName, 'setGroup'>
/** Groups are changed elsewhere. */
const setNames = bulkNames.filter((name): name is SetName => name !== 'setGroup')
type SetField = (typeof bulkFields)[SetName]

type Adjustable = Switchable & Pick<StoredFields, 'flow' | SetField>

function checkSet(name: SetName, value: unknown): void {
  const { kind } = rowOf(bulkFields[name])
  if (typeof value !== 'number') return
  if (kind === 'time') checkExpiry(value, name)
  else checkCount(value, name, kind === 'count' ? 1_000_000 : undefined)
}

/** `more`: something else is asked for too. */
export function checkAdjustment(a: Adjustment, more = false): Adjustment {
  if (!Number.isSafeInteger(a.addDays) || Math.abs(a.addDays) > 100_000)
    throw new Refusal('client.add-days-not-whole', {}, 'addDays')
  if (!Number.isSafeInteger(a.addBytes)) throw new Refusal('client.add-bytes-not-whole', {}, 'addBytes')
  if (a.flow !== undefined && a.flow !== 'none') checkFlow(a.flow)
  for (const name of setNames) checkSet(name, a[name])
  const sets = setNames.some((name) => a[name] !== undefined)
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

const adjusted = ['flow', ...setNames.map((name) => bulkFields[name])] as const

export function adjustedClient<C extends Adjustable>(
  client: C,
  a: Adjustment,
  used: number,
  now: number,
  ruleOf: (next: C) => EndRule,
) {
  const wanted = setNames.flatMap((name) =>
    a[name] === undefined ? [] : [[bulkFields[name], a[name]] as const],
  )
  const next: C = { ...client, ...Object.fromEntries(wanted) }
  /** Why something that was asked for was not done; what could be done still was. */
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
