import type { Coded } from '#contract/coded.ts'
import { coded } from '../refusal.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Two thirds of the lifetime, as authorities recommend: what is left is time to repair something. */
export const renewalOf = (notBefore: number, notAfter: number): number =>
  notBefore + Math.floor(((notAfter - notBefore) * 2) / 3)

/** The wait after each failure in a row. The last one repeats. */
const waits = [5 * minute, 20 * minute, hour, 3 * hour, 6 * hour, 12 * hour] as const
/** A certificate of six days has two days left when its renewal begins. */
const longestForShort = 3 * hour

/** When it is retried automatically. `retryAfter`: the time that the authority asked for, in unix milliseconds. */
export function nextTry(now: number, failures: number, isShort: boolean, retryAfter = 0): number {
  const wait = waits[Math.min(Math.max(failures, 1), waits.length) - 1] ?? hour
  return Math.max(now + (isShort ? Math.min(wait, longestForShort) : wait), retryAfter)
}

/** An attempt that reached the authority. */
export interface Attempt {
  at: number
  /** Joined by commas, sorted. */
  names: string
  issued: boolean
}

/** Let's Encrypt stops at five failed validations of a name per hour, and at five equal certificates per week. */
const mostFailures = 4
const mostEqual = 4
/** How long attempts are kept for these limits. */
export const attemptsKept = 7 * day

export const namesKey = (names: readonly string[]): string => names.toSorted().join(',')

/** Why the authority must not be asked now; undefined if it may. `until`: when it may. */
export function heldBack(
  attempts: readonly Attempt[],
  names: readonly string[],
  now: number,
): { why: Coded; until: number } | undefined {
  const shares = (attempt: Attempt) => attempt.names.split(',').some((name) => names.includes(name))
  const failed = attempts.filter((a) => !a.issued && a.at > now - hour && shares(a))
  const equal = attempts.filter((a) => a.issued && a.at > now - attemptsKept && a.names === namesKey(names))
  const freed = (list: readonly Attempt[], most: number, span: number) =>
    (list.toSorted((a, b) => b.at - a.at)[most - 1]?.at ?? now) + span
  if (failed.length >= mostFailures) {
    const until = freed(failed, mostFailures, hour)
    const minutes = Math.ceil((until - now) / minute)
    return { why: coded('certificate.too-many-failures', { count: failed.length, minutes }), until }
  }
  if (equal.length >= mostEqual) {
    const until = freed(equal, mostEqual, attemptsKept)
    const hours = Math.ceil((until - now) / hour)
    return { why: coded('certificate.too-often', { count: equal.length, hours }), until }
  }
  return undefined
}
