import type { Plan } from '#contract/plan.ts'
import { type Applied, appliedBy } from './reapply.ts'

const dayMs = 86_400_000

/** A plan as far as it is copied to a client. `id` 0: it has no row, as a suggestion of the web app. */
export type Given = Applied & Pick<Plan, 'id' | 'days' | 'delayedStart'>

/** What a plan of so many days makes of an end. */
export const endByPlan = (
  { days, delayedStart }: Pick<Plan, 'days' | 'delayedStart'>,
  now: number,
): number => (days === 0 ? 0 : delayedStart ? -days * dayMs : now + days * dayMs)

/**
 * What a client of this plan has, whoever gives it: the web app, one client or many at once, or the bot. Speeds, the
 * ending, the daily allowance and the rules of addresses are not copied: they hold as long as the client has the plan.
 */
export const limitsByPlan = (plan: Applied & Pick<Plan, 'id'>) => ({ planId: plan.id, ...appliedBy(plan) })

/** A new client of this plan: with its end, too. */
export const clientByPlan = (plan: Given, now: number) => ({
  ...limitsByPlan(plan),
  expiryTime: endByPlan(plan, now),
})
