import type { Ending, Limits } from '#contract/limits.ts'

export const noLimits: Limits = {
  speedDown: 0,
  speedUp: 0,
  whenEnded: 'cut',
  slowSpeed: 0,
  fairUse: 0,
  fairUseSpeed: 0,
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
})

/** Without what is not set: `cut` is blank. */
export const limitsSet = (of: Limits): Omit<Limits, 'whenEnded'> & { whenEnded?: Ending | undefined } => ({
  ...withLimits(of, {}),
  whenEnded: of.whenEnded === 'cut' ? undefined : of.whenEnded,
})
