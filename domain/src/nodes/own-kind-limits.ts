import type { Limits } from '#contract/limits.ts'

/** Limits that only panels of our own kind have. */
export type OwnKindLimits = Partial<
  Pick<Limits, 'speedDown' | 'speedUp' | 'whenEnded' | 'fairUse' | 'ipCount' | 'ipGrace' | 'whenOverIp'> & {
    deviceKeys: boolean
  }
>

/** Which kinds of them are set. */
export const kindsSet = (of: OwnKindLimits): { limits: boolean; keys: boolean } => ({
  limits:
    [of.speedDown, of.speedUp, of.fairUse, of.ipGrace].some((n = 0) => n > 0) ||
    [of.whenEnded, of.whenOverIp].includes('slow') ||
    of.ipCount === 'network',
  keys: of.deviceKeys === true,
})
