import type { CapHold, CapKind, CapStage, CapTerms } from '#contract/caps-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { mostBytes } from './ledger.ts'
import { lastReset, nextMonthly } from './periodic.ts'

type Bytes = Record<'up' | 'down', number>

export const noTerms: CapTerms = {
  capBytes: 0,
  resetDay: 1,
  counts: 'both',
  warnPercent: 80,
  atEnd: 'nothing',
  costMonth: 0,
  costTb: 0,
}

const mostCost = 1e9
const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** What was sent, if a cap and a cost can be like that. */
export function checkedTerms(terms: CapTerms, kind: CapKind): CapTerms {
  const { capBytes, resetDay, warnPercent, costMonth, costTb } = terms
  if (!isWhole(capBytes, 0, mostBytes)) throw new Refusal('cap.bad-bytes', {}, 'capBytes')
  if (!isWhole(resetDay, 1, 31)) throw new Refusal('cap.bad-day', {}, 'resetDay')
  if (!isWhole(warnPercent, 0, 100)) throw new Refusal('cap.bad-percent', {}, 'warnPercent')
  for (const [field, cost] of Object.entries({ costMonth, costTb })) {
    if (!(cost >= 0 && cost <= mostCost)) throw new Refusal('cap.bad-cost', { max: mostCost }, field)
    if (cost > 0 && kind === 'inbound') throw new Refusal('cap.inbound-cost', {}, field)
  }
  return terms
}

/** The month of the cap that contains `now`, in milliseconds. */
export const periodOf = (resetDay: number, zone: string, now: number) => ({
  from: lastReset({ trafficReset: 'monthly', trafficResetDay: resetDay }, zone, now) ?? now,
  until: nextMonthly(resetDay, zone, now),
})

const counted: Record<CapTerms['counts'], (bytes: Bytes) => number> = {
  both: ({ up, down }) => up + down,
  download: ({ down }) => down,
  upload: ({ up }) => up,
  larger: ({ up, down }) => Math.max(up, down),
}
export const countedBytes = (counts: CapTerms['counts'], bytes: Bytes): number => counted[counts](bytes)

export function stageOf({ capBytes, warnPercent }: CapTerms, used: number): CapStage {
  if (capBytes === 0) return 'none'
  if (used >= capBytes) return 'reached'
  return warnPercent > 0 && used * 100 >= capBytes * warnPercent ? 'near' : 'below'
}

/** What people are told when a stage follows another one. A new month says something only if the cap was used up. */
export function newsOf(before: CapStage, after: CapStage): 'near' | 'reached' | 'over' | undefined {
  if (before === after) return undefined
  if (after === 'reached') return 'reached'
  if (before === 'reached') return 'over'
  return after === 'near' ? 'near' : undefined
}

/** A cap as far as it concerns inbounds. */
export interface Held extends Pick<CapTerms, 'atEnd'> {
  kind: CapKind
  id: number
  stage: CapStage
  until: number
}
export interface CappedInbound {
  id: number
  /** 0: on this server. */
  node: number
}

const covers = ({ kind, id }: Pick<Held, 'kind' | 'id'>, inbound: CappedInbound): boolean =>
  kind === 'inbound' ? inbound.id === id : inbound.node === id

export const coveredBy = <I extends CappedInbound>(
  cap: Pick<Held, 'kind' | 'id'>,
  inbounds: readonly I[],
): I[] => inbounds.filter((one) => covers(cap, one))

const stronger = (a: CapHold, b: CapHold): CapHold => {
  if (a.does !== b.does) return a.does === 'stop' ? a : b
  return b.until > a.until ? b : a
}

/** What the caps do to each inbound: a stop wins over hiding, and of two alike the one that lasts longer is named. */
export function holdsOf(caps: readonly Held[], inbounds: readonly CappedInbound[]): Map<number, CapHold> {
  const holds = new Map<number, CapHold>()
  for (const cap of caps) {
    const { atEnd: does, stage, kind: by, until } = cap
    if (stage !== 'reached' || does === 'nothing') continue
    for (const { id } of coveredBy(cap, inbounds)) {
      const [hold, other] = [{ does, by, until }, holds.get(id)]
      holds.set(id, other ? stronger(other, hold) : hold)
    }
  }
  return holds
}
