import type { Limits } from '#contract/limits.ts'
import { checkCount } from '#domain/clients/field-rules.ts'
import { noLimits, type SentLimits, withLimits } from './fields.ts'

/** What a group gives to members that set nothing themselves. */
export interface GroupLimits extends Limits {
  limitHwid: number
}

/** With the quota and the end that all members share. */
export interface GroupPolicy extends GroupLimits {
  limitIp: number
  totalGB: number
  expiryTime: number
}

export const noGroupLimits: GroupLimits = { ...noLimits, limitHwid: 0 }
export const noGroupPolicy: GroupPolicy = { ...noGroupLimits, limitIp: 0, totalGB: 0, expiryTime: 0 }

/** The longest grace for roaming, in seconds. */
export const longestGrace = 3_600

const own = ['limitHwid', 'limitIp', 'totalGB', 'expiryTime'] as const
const counts = ['speedDown', 'speedUp', 'slowSpeed', 'fairUse', 'fairUseSpeed', ...own] as const

type SentPolicy = SentLimits & { [K in (typeof own)[number]]?: number | undefined }

/** Applies the sent fields; refuses one that is no whole number from 0. */
export function withGroupPolicy(base: GroupPolicy, sent: SentPolicy): GroupPolicy {
  for (const name of counts) if (sent[name] !== undefined) checkCount(sent[name], name)
  if (sent.ipGrace !== undefined) checkCount(sent.ipGrace, 'ipGrace', longestGrace)
  return {
    ...withLimits(base, sent),
    limitHwid: sent.limitHwid ?? base.limitHwid,
    limitIp: sent.limitIp ?? base.limitIp,
    totalGB: sent.totalGB ?? base.totalGB,
    expiryTime: sent.expiryTime ?? base.expiryTime,
  }
}
