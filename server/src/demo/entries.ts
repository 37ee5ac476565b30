import type { EntryOutcome } from '#domain/entries/state.ts'
import { coded } from '#domain/refusal.ts'
import type { Target } from '../entries/round.ts'
import { chance } from './random.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Demos that are older are made anew, so Shadowsocks was blocked not long before any demo is looked at. */
const began = Date.now()
const blockedMs = 30 * hourMs
const blockedHereMs = 7 * hourMs
const blockedFor = 'Phone in Tehran'
/** Of the first inbound in `places.ts`. */
const blockedPort = 9443

/** Somebody on the way blocks Shadowsocks, since the day before; every other entry fails now and then only. */
function outcomeOf({ advertised: { access, host, port } }: Target, now: number): EntryOutcome {
  const isBlocked = access.protocol === 'shadowsocks' && now > began - blockedMs
  if (isBlocked) return { isGood: false, stage: 'silent', cause: coded('entry.silent') }
  const isLost = now < began - dayMs && chance(host, port, 'lost', Math.floor(now / hourMs)) < 0.04
  if (isLost)
    return {
      isGood: false,
      stage: 'transport',
      cause: coded('entry.transport-refused', { reason: coded('entry.unsaid') }),
    }
  const usual = 40 + 120 * chance(host, port, 'latency')
  const latencyMs = Math.round(usual * (0.8 + 0.4 * chance(host, port, now)))
  return { isGood: true, latencyMs, exitAddress: '203.0.113.80' }
}

/** Where a probe is, Reality has been blocked since this morning; the way there is longer. */
export function seenBy(probe: string, advertised: Target['advertised'], now: number): EntryOutcome {
  const { port } = advertised
  if (probe === blockedFor && port === blockedPort && now > began - blockedHereMs)
    return { isGood: false, stage: 'silent', cause: coded('entry.silent') }
  const seen = outcomeOf({ inboundId: 0, advertised }, now)
  return seen.isGood
    ? { ...seen, latencyMs: seen.latencyMs + Math.round(60 + 90 * chance(probe, port)) }
    : seen
}

/** What a hidden client would find, the same in every demo: nobody listens at its inbounds. */
export const simulatedRound = (targets: readonly Target[], now: number): EntryOutcome[] =>
  targets.map((target) => outcomeOf(target, now))
