import type { Limits } from '#contract/limits.ts'
import { checkCount } from '#domain/clients/field-rules.ts'
import { noLimits, type SentLimits, withLimits } from './fields.ts'

/** What a group gives to members that set nothing themselves. */
export interface GroupLimits extends Limits {
  limitHwid: number
}

export const noGroupLimits: GroupLimits = { ...noLimits, limitHwid: 0 }

const counts = ['speedDown', 'speedUp', 'slowSpeed', 'fairUse', 'fairUseSpeed', 'limitHwid'] as const

/** Applies the sent fields; refuses one that is no whole number from 0. */
export function withGroupLimits(
  base: GroupLimits,
  sent: SentLimits & { limitHwid?: number | undefined },
): GroupLimits {
  for (const name of counts) if (sent[name] !== undefined) checkCount(sent[name], name)
  return { ...withLimits(base, sent), limitHwid: sent.limitHwid ?? base.limitHwid }
}
