import type { Coded } from '#contract/coded.ts'
import type { EntryStage } from '#contract/entries-api.ts'

/** What one check of an entry found. */
export type EntryOutcome =
  | { isGood: true; latencyMs: number; exitAddress: string }
  | { isGood: false; stage: EntryStage; cause: Coded }

/** What is remembered of an entry between two checks. */
export interface EntryMemory {
  state: 'good' | 'failed'
  /** When the state was seen first. */
  since: number
  lastOkAt: number
  /** In a row. */
  fails: number
}

export function remembered(
  before: EntryMemory | undefined,
  { isGood }: EntryOutcome,
  now: number,
): EntryMemory {
  const state = isGood ? 'good' : 'failed'
  return {
    state,
    since: before?.state === state ? before.since : now,
    lastOkAt: isGood ? now : (before?.lastOkAt ?? 0),
    fails: isGood ? 0 : (before?.fails ?? 0) + 1,
  }
}

const dayMs = 86_400_000
export const keptDays = 30
/** The start of its day in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs
export const oldestDay = (now: number): number => dayOf(now) - (keptDays - 1) * dayMs
