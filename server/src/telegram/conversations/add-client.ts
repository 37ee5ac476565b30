import type { AddClient } from '#contract/client-bodies.ts'
import type { Plan } from '#contract/plan.ts'
import { dayMs } from '#domain/clients/expiry.ts'
import { checkEmail } from '#domain/clients/field-rules.ts'
import { clientByPlan, endByPlan, type Given } from '#domain/limits/by-plan.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Draft, DraftField } from '../screen.ts'

/** A blank name is made up when the conversation begins. */
export const emptyDraft: Draft = {
  email: '',
  comment: '',
  inboundIds: [],
  quota: 0,
  days: 0,
  fromFirstUse: false,
  ips: 0,
  tgId: 0,
  group: '',
  reset: 0,
  flow: '',
  plan: '',
  planId: 0,
  devices: 0,
  deviceKeys: false,
}

export const vision = 'xtls-rprx-vision'
const longestComment = 500

export interface Said {
  text: string
  /** Whose contact was shared, or whose message was passed on. */
  person?: number
}

/** A Telegram ID, typed or shared; undefined if it is none. */
export function telegramIdOf({ text, person }: Said): number | undefined {
  if (person !== undefined) return person
  const id = Number(/^\s{0,9}(\d{1,15})\s{0,9}$/.exec(text)?.[1])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A whole number as people write it, in their own digits too. */
export function wholeNumberOf(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined
}

type Wrong = { wrong: 'notTelegramId' } | { refused: Refusal }

/** The draft with a field as it was typed, or what is wrong with that. */
export function withText(draft: Draft, field: DraftField, said: Said): { draft: Draft } | Wrong {
  if (field === 'comment') return { draft: { ...draft, comment: said.text.trim().slice(0, longestComment) } }
  if (field === 'telegram') {
    const tgId = telegramIdOf(said)
    return tgId === undefined ? { wrong: 'notTelegramId' } : { draft: { ...draft, tgId } }
  }
  try {
    return { draft: { ...draft, email: checkEmail(said.text.trim()) } }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error }
    throw error
  }
}

/** Attached if it was not, else detached. */
export const toggled = (draft: Draft, id: number): Draft => ({
  ...draft,
  inboundIds: draft.inboundIds.includes(id)
    ? draft.inboundIds.filter((one) => one !== id)
    : [...draft.inboundIds, id],
})

/** A plan is copied; the inbounds that it names and that exist are taken too. */
export const withPlan = (draft: Draft, plan: Plan, known: ReadonlySet<number>): Draft => {
  const inboundIds = plan.inboundIds.filter((id) => known.has(id))
  return {
    ...draft,
    quota: plan.totalGB,
    days: plan.days,
    fromFirstUse: plan.delayedStart,
    ips: plan.limitIp,
    reset: plan.reset,
    group: plan.group,
    plan: plan.name,
    planId: plan.id,
    devices: plan.limitHwid,
    deviceKeys: plan.deviceKeys,
    ...(inboundIds.length > 0 && { inboundIds }),
  }
}

/** The draft as a plan of its own; one of an earlier version has no plan and no devices. */
const planOf = (draft: Draft): Given => ({
  id: draft.planId ?? 0,
  totalGB: draft.quota,
  days: draft.days,
  delayedStart: draft.fromFirstUse,
  limitIp: draft.ips,
  limitHwid: draft.devices ?? 0,
  deviceKeys: draft.deviceKeys ?? false,
  reset: draft.reset,
  group: draft.group,
})

/** A date, or days from the first use. */
export const expiryOf = (draft: Draft, now: number): number => endByPlan(planOf(draft), now)

export const clientOf = (draft: Draft, enable: boolean, now: number): AddClient => ({
  client: {
    ...clientByPlan(planOf(draft), now),
    email: draft.email,
    enable,
    tgId: draft.tgId,
    comment: draft.comment,
    ...(draft.flow !== '' && { flow: draft.flow }),
  },
  inboundIds: draft.inboundIds,
})

/** The expiry buttons of a card add to a running date; days of an unlimited client begin with its first use. */
export function extended(expiryTime: number, days: number, now: number): number {
  if (days === 0) return 0
  return expiryTime > 0 ? Math.max(now, expiryTime) + days * dayMs : expiryTime - days * dayMs
}

/** A renewal: the plan's quota, its days added to those that are left. */
export const renewed = (expiryTime: number, { days }: Pick<Plan, 'days'>, now: number): number =>
  days === 0 ? 0 : Math.max(now, expiryTime) + days * dayMs
