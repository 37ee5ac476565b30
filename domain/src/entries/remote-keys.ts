import type { Eye } from '#domain/core-config/check-user.ts'

/**
 * The keys that eyes elsewhere get end by themselves: they belong to a period, the hour and a series. The series is the
 * setting `remoteChecks`. Another series ends all keys at once, and a blank one means that nobody looks from elsewhere.
 */
const hourMs = 3_600_000
/** A core may have the users of a new hour only minutes after it began: until then the keys of the last one are given. */
const behindMs = 15 * 60_000

const periodAt = (series: string, at: number): Eye => `${Math.floor(at / hourMs)}.${series}`

/** The periods whose keys work, the newest first. */
export const validPeriods = (series: string, now: number): Eye[] =>
  series === '' ? [] : [periodAt(series, now), periodAt(series, now - hourMs)]

/** The period whose keys are given away now. */
export const givenPeriod = (series: string, now: number): Eye => periodAt(series, now - behindMs)
