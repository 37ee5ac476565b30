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
  /** Subscriptions may list it last or leave it out. */
  sunk: boolean
}

/** One failure may be a packet that was lost. */
export const certainFails = 2

export function remembered(
  before: EntryMemory | undefined,
  { isGood }: EntryOutcome,
  now: number,
): EntryMemory {
  const state = isGood ? 'good' : 'failed'
  const fails = isGood ? 0 : (before?.fails ?? 0) + 1
  const wasSunk = before?.sunk ?? false
  return {
    state,
    since: before?.state === state ? before.since : now,
    lastOkAt: isGood ? now : (before?.lastOkAt ?? 0),
    fails,
    // The second good one in a row ends it.
    sunk: isGood ? wasSunk && before?.state !== 'good' : wasSunk || fails >= certainFails,
  }
}

/** A result that is older than three rounds says nothing about an entry any more. */
export const oldestCounted = (everyMinutes: number, now: number): number => now - 3 * everyMinutes * 60_000

const dayMs = 86_400_000
export const keptDays = 30
/** The start of its day in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs
export const oldestDay = (now: number): number => dayOf(now) - (keptDays - 1) * dayMs
