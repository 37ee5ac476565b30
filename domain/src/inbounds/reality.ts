import type { InboundInput } from '#contract/inbound.ts'
import { isBlock } from '#domain/untyped.ts'
import { securityOf } from './stream.ts'

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

/** Fingerprints with which every core lets Reality clients in: since 26.9.8 they must offer X25519MLKEM768. */
export const withKeyShare = ['chrome', 'firefox', 'safari'] as const
const exactly = ['hellochrome_131', 'hellochrome_133', 'hellofirefox_148', 'hellosafari_26_3']

/** A blank fingerprint is written as `chrome`. */
export const carriesKeyShare = (fingerprint: string): boolean =>
  ['', ...withKeyShare, ...exactly].includes(fingerprint.toLowerCase())

/** The fingerprint that Reality clients get: one that every core lets in. */
export const realityFingerprint = (wanted: string): string =>
  wanted !== '' && carriesKeyShare(wanted) ? wanted : 'chrome'
