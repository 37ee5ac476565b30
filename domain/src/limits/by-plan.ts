import { type AppliedField, appliedFields, byName, type StoredFields } from '#contract/clients/fields.ts'
import type { Plan } from '#contract/plan.ts'
import type { PlanChange } from '#contract/policies-api.ts'

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

/** The fields of a client that a plan sets. */
export type Applied = Pick<StoredFields, AppliedField>

/** What a plan sets when it is applied again. A plan without a group leaves each client in its own. */
export const appliedBy = (plan: Applied): Partial<Applied> => {
  const { group, ...applied } = byName(appliedFields, (name) => plan[name]) as Applied // name by name
  return { ...applied, ...(group !== '' && { group }) }
}

export const planChanges = (client: Applied, plan: Applied): PlanChange[] => {
  const wanted = appliedBy(plan)
  return appliedFields.flatMap((field) => {
    const [from, to] = [client[field], wanted[field]]
    return to === undefined || from === to ? [] : [{ field, from, to }]
  })
}

const mostFields = 50
const mostExamples = 10

/** The difference of many clients: how often each change occurs, and a few examples. */
export function summarized(all: readonly { email: string; changes: PlanChange[] }[]) {
  const counted = new Map<string, PlanChange & { clients: number }>()
  for (const { changes } of all)
    for (const change of changes) {
      const key = JSON.stringify([change.field, change.from])
      const known = counted.get(key)
      if (known) known.clients++
      else counted.set(key, { ...change, clients: 1 })
    }
  return {
    changed: all.length,
    fields: [...counted.values()].sort((a, b) => b.clients - a.clients).slice(0, mostFields),
    examples: all.slice(0, mostExamples).map(({ email, changes }) => ({ email, changes })),
  }
}
