import type { Quota, QuotaOwner, QuotaReset } from '#contract/quotas.ts'
import { nextReset } from '#domain/traffic/periodic.ts'
import { type Target, targetOf } from './quotas.ts'

/** An inbound, as far as quotas ask for it. */
export interface QuotaInbound {
  id: number
  /** 0: this server. */
  node: number
  labels: readonly string[]
  /** The core can give clients a name of their own here, so that their bytes on it are counted apart. */
  countable: boolean
}

/** Who sets quotas for a client. */
export interface QuotaLayers {
  client: readonly Quota[]
  group?: readonly Quota[] | undefined
  plan?: readonly Quota[] | undefined
}

/** A quota that counts for a client, and who set it. */
export interface InForce {
  target: Target
  quota: Quota
  by: QuotaOwner
}

export const isMeant = (quota: Quota, { id, node, labels }: QuotaInbound): boolean => {
  if (quota.on === 'inbound') return quota.inboundId === id
  return quota.on === 'node' ? quota.nodeId === node : labels.includes(quota.label)
}

/** For each inbound, node and label the quota of the nearest: the client, else its group, else its plan. */
export function inForce({ client, group = [], plan = [] }: QuotaLayers): InForce[] {
  const found = new Map<Target, InForce>()
  const layers: [QuotaOwner, readonly Quota[]][] = [
    ['client', client],
    ['group', group],
    ['plan', plan],
  ]
  for (const [by, quotas] of layers)
    for (const quota of quotas) {
      const target = targetOf(quota)
      if (!found.has(target)) found.set(target, { target, quota, by })
    }
  return [...found.values()]
}

/**
 * On which of its inbounds here a client needs a name of its own: a quota for a whole server counts all of its bytes
 * there, whatever their name.
 */
export const countedOn = (quotas: readonly InForce[], attached: readonly QuotaInbound[]): number[] =>
  attached
    .filter(
      (entry) =>
        entry.node === 0 &&
        entry.countable &&
        quotas.some(({ quota }) => quota.on !== 'node' && isMeant(quota, entry)),
    )
    .map(({ id }) => id)

/** Which of its inbounds are closed, because these quotas are used up. */
export const closedBy = (spent: readonly InForce[], attached: readonly QuotaInbound[]): number[] =>
  attached.filter((entry) => spent.some(({ quota }) => isMeant(quota, entry))).map(({ id }) => id)

/** What is used of a quota, as it is stored: `used` in hundredths of a byte. */
export interface Usage {
  bytes: number
  used: number
  spent: boolean
  reset: QuotaReset
  /** When it begins anew by the calendar; 0: it does not. */
  endsAt: number
}

const isSpent = (used: number, bytes: number): boolean => used >= bytes * 100

const periods = { day: 'daily', week: 'weekly', month: 'monthly' } as const

/** When the period that runs at `now` ends; 0: there is none. Each is worked out once, however many clients ask. */
export type EndOf = (reset: QuotaReset) => number
export function periodEnds(zone: string, now: number): EndOf {
  const known = new Map<QuotaReset, number>()
  return (reset) => {
    if (reset === 'client' || reset === 'never') return 0
    const end = known.get(reset) ?? nextReset(periods[reset], zone, now)
    known.set(reset, end)
    return end
  }
}

/** What is stored once this quota counts. Another amount or schedule keeps what is used. */
export function usageUnder({ bytes, reset }: Quota, had: Usage | undefined, endOf: EndOf): Usage {
  const used = had?.used ?? 0
  const endsAt = had && had.reset === reset ? had.endsAt : endOf(reset)
  return { bytes, used, spent: isSpent(used, bytes), reset, endsAt }
}

/** The next period of a quota. */
export const nextPeriod = (usage: Usage, endOf: EndOf): Usage => ({
  ...usage,
  ...{ used: 0, spent: false, endsAt: endOf(usage.reset) },
})
