import { useMemo } from 'react'
import type { Plan as StoredPlan } from '#contract/plan.ts'
import { clientByPlan, limitsByPlan } from '#domain/limits/by-plan.ts'
import { noPlanLimits } from '#domain/limits/fields.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { readStored, writeStored } from '../../ui/stored.ts'

const LAST = 'sluice-last-client'
const GB = 1024 ** 3
/** How the key of a plan begins that has a row: its speeds hold for everybody who has the plan. */
const stored = 'plan-'

/** A preset for new clients and renewals, identified by `key`. */
export interface Plan extends Omit<StoredPlan, 'id'> {
  key: string
}

const suggested = (gigabytes: number, days: number): Plan => ({
  key: `${gigabytes}-${days}`,
  name: '',
  totalGB: gigabytes * GB,
  days,
  delayedStart: false,
  limitIp: 0,
  reset: 0,
  group: '',
  inboundIds: [],
  ...noPlanLimits,
})

/** Offered until the operator has defined plans. */
const suggestions: readonly [Plan, ...Plan[]] = [
  suggested(50, 30),
  suggested(100, 30),
  suggested(0, 30),
  suggested(0, 0),
]

/** A renewal that changes no limit: the quota stays and the days are added. */
export const sameAsNow = (days = 30): Plan => ({ ...suggested(0, days), key: 'same' })
export const keepsLimits = ({ key }: { key?: string }): boolean => key === 'same'

/** What a renewal by this plan gives. */
export const termsOf = (plan: Plan) => ({
  days: plan.days,
  ...(!keepsLimits(plan) && { setBytes: plan.totalGB }),
})

export function usePlans(): readonly [Plan, ...Plan[]] {
  const { data } = useReply(endpoints.plans.list)
  return useMemo(() => {
    const [first, ...rest] = (data ?? []).map(({ id, ...plan }): Plan => ({ ...plan, key: `${stored}${id}` }))
    return first ? [first, ...rest] : suggestions
  }, [data])
}

const rowOf = (plan: Plan) => ({ ...plan, id: Number(plan.key.slice(stored.length)) || 0 })

/** The initial values of a client with this plan. */
export const limitsOf = (plan: Plan, now: number) => clientByPlan(rowOf(plan), now)

/** What a client that is there already gets from this plan. */
export const appliedLimits = (plan: Plan) => limitsByPlan(rowOf(plan))

export interface LastChoice {
  plan: string
  inboundIds: number[]
}

const isLast = (value: unknown): value is LastChoice => {
  const { plan, inboundIds } = (value ?? {}) as Partial<LastChoice> // checked next
  return typeof plan === 'string' && Array.isArray(inboundIds) && inboundIds.every(Number.isInteger)
}

/** The next client is usually like the last one. */
export const readLast = (): LastChoice => readStored(LAST, { plan: '', inboundIds: [] }, isLast)
export const writeLast = (choice: LastChoice): void => writeStored(LAST, choice)
export const planOf = (plans: readonly [Plan, ...Plan[]], key: string): Plan =>
  plans.find((plan) => plan.key === key) ?? plans[0]
