import type { InboundInput } from '#contract/inbound.ts'
import { isBlock, securityOf } from './stream.ts'

/** Lets every app in: where it is blank, cores from 26.7.11 to 26.9.7 turn away mihomo and sing-box (R41). */
export const lowestClientVersion = '1.0.0'

/** A new inbound as the form makes it, for callers that do not mention the oldest version of apps. */
export function withClientVersion(input: InboundInput): InboundInput {
  const { streamSettings } = input
  if (!streamSettings || securityOf(streamSettings) !== 'reality') return input
  const reality = streamSettings.realitySettings ?? {}
  // Anything but a block is left for the checks to name.
  if (!isBlock(reality) || (reality.minClientVer ?? null) !== null) return input
  const realitySettings = { ...reality, minClientVer: lowestClientVersion }
  return { ...input, streamSettings: { ...streamSettings, realitySettings } }
}
