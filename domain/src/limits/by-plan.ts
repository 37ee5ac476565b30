import type { Plan } from '#contract/plan.ts'
import { type Applied, appliedBy } from './reapply.ts'

const dayMs = 86_400_000

/** The part of a plan that is copied to a client. `id` 0: it has no row, like a suggestion of the web app. */
export type Given = Applied & Pick<Plan, 'id' | 'days' | 'delayedStart'>

/** The expiry that a plan of this many days gives. */
export const endByPlan = (
  { days, delayedStart }: Pick<Plan, 'days' | 'delayedStart'>,
  now: number,
): number => (days === 0 ? 0 : delayedStart ? -days * dayMs : now + days * dayMs)

/**
 * What a client of this plan gets, however it is assigned: in the web app, to one client or to many at once, or by the
 * bot. Speeds, the ending, the daily allowance and the rules of addresses are not copied: they apply as long as the
 * client has the plan.
 */
export const limitsByPlan = (plan: Applied & Pick<Plan, 'id'>) => ({ planId: plan.id, ...appliedBy(plan) })

/** A new client of this plan: with its expiry, too. */
export const clientByPlan = (plan: Given, now: number) => ({
  ...limitsByPlan(plan),
  expiryTime: endByPlan(plan, now),
})
