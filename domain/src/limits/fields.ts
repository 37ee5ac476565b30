import type { Ending, IpCount, Limits } from '#contract/limits.ts'

export const noLimits: Limits = {
  speedDown: 0,
  speedUp: 0,
  whenEnded: 'cut',
  slowSpeed: 0,
  fairUse: 0,
  fairUseSpeed: 0,
  ipCount: 'address',
  ipGrace: 0,
  whenOverIp: 'cut',
}

export type SentLimits = { [K in keyof Limits]?: Limits[K] | undefined }

/** Applies the sent fields; the others keep their value. */
export const withLimits = (base: Limits, sent: SentLimits): Limits => ({
  speedDown: sent.speedDown ?? base.speedDown,
  speedUp: sent.speedUp ?? base.speedUp,
  whenEnded: sent.whenEnded ?? base.whenEnded,
  slowSpeed: sent.slowSpeed ?? base.slowSpeed,
  fairUse: sent.fairUse ?? base.fairUse,
  fairUseSpeed: sent.fairUseSpeed ?? base.fairUseSpeed,
  ipCount: sent.ipCount ?? base.ipCount,
  ipGrace: sent.ipGrace ?? base.ipGrace,
  whenOverIp: sent.whenOverIp ?? base.whenOverIp,
})

interface Words {
  whenEnded?: Ending | undefined
  ipCount?: IpCount | undefined
  whenOverIp?: Ending | undefined
}

/** Without what is not set: `cut` and `address` are blank. */
export const limitsSet = (of: Limits): Omit<Limits, keyof Words> & Words => ({
  ...withLimits(of, {}),
  whenEnded: of.whenEnded === 'cut' ? undefined : of.whenEnded,
  ipCount: of.ipCount === 'address' ? undefined : of.ipCount,
  whenOverIp: of.whenOverIp === 'cut' ? undefined : of.whenOverIp,
})
