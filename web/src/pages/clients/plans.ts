import { readStored, useStored, writeStored } from '../../ui/stored.ts'

/** A preset for new clients and renewals; kept in this browser until the panel has a place for it. */
export interface Plan {
  /** Also its name on the button, where a person gave one. */
  name: string
  /** 0: unlimited. */
  gigabytes: number
  /** 0: never ends. */
  days: number
  /** The days count from the first connection. */
  fromFirstUse: boolean
  limitIp: number
  group: string
}

const KEY = 'sluice-plans'
const LAST = 'sluice-last-client'
const GB = 1024 ** 3
const DAY = 86_400_000

const plan = (gigabytes: number, days: number, name = ''): Plan => ({
  name,
  gigabytes,
  days,
  fromFirstUse: false,
  limitIp: 0,
  group: '',
})
export const firstPlans: readonly Plan[] = [plan(50, 30), plan(100, 30), plan(0, 30), plan(0, 0)]

const isPlan = (value: unknown): value is Plan => {
  const { name, gigabytes, days, fromFirstUse, limitIp, group } = (value ?? {}) as Partial<Plan> // looked at next
  return (
    typeof name === 'string' &&
    typeof group === 'string' &&
    typeof fromFirstUse === 'boolean' &&
    [gigabytes, days, limitIp].every((n) => typeof n === 'number' && n >= 0)
  )
}
const arePlans = (value: unknown): value is Plan[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPlan)

export const usePlans = () => useStored<readonly Plan[]>(KEY, firstPlans, arePlans)

/** What a client of this plan is made with. */
export const limitsOf = ({ gigabytes, days, fromFirstUse, limitIp, group }: Plan, now: number) => ({
  totalGB: Math.round(gigabytes * GB),
  expiryTime: days === 0 ? 0 : fromFirstUse ? -days * DAY : now + days * DAY,
  limitIp,
  ...(group && { group }),
})

export interface LastChoice {
  plan: number
  inboundIds: number[]
}

const isLast = (value: unknown): value is LastChoice => {
  const { plan: index, inboundIds } = (value ?? {}) as Partial<LastChoice> // looked at next
  return typeof index === 'number' && Array.isArray(inboundIds) && inboundIds.every(Number.isInteger)
}

/** The next client is mostly like the last one. */
export const readLast = (): LastChoice => readStored(LAST, { plan: -1, inboundIds: [] }, isLast)
export const writeLast = (choice: LastChoice): void => writeStored(LAST, choice)
