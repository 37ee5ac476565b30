import { type AppliedField, appliedFields, byName, type StoredFields } from '#contract/clients/fields.ts'
import type { PlanChange } from '#contract/policies-api.ts'

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
