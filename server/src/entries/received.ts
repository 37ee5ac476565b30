import { ReceivedEntry } from '#contract/received-entry.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { lookupAll, NotPublic, resolveTarget } from '../platform/egress/resolve.ts'
import { targetOf } from '../platform/egress/target.ts'
import type { Target } from './round.ts'

interface Asked {
  /** Also entries in private networks, or on this machine. */
  allowPrivate: boolean
  /** Milliseconds, by the clock of who asks; and the own one. */
  at: number
  now: number
}

const dnsMs = 5_000
const width = 8
/** VMess, and Reality with a limit of time, need a clock that is right. */
const clockMs = 60_000

export const isClockRight = ({ at, now }: Pick<Asked, 'at' | 'now'>): boolean => Math.abs(now - at) < clockMs

/** The entries of another panel that this machine looks at: what it says is checked, and leads to no private network. */
export async function entriesIn(
  given: readonly { inboundId: number; entry: string; advertised: unknown }[],
  asked: Asked,
): Promise<(Target & { entry: string })[]> {
  const read = given.flatMap(({ inboundId, entry, advertised }) => {
    const { data } = ReceivedEntry.safeParse(advertised)
    const isJudged = data && (isClockRight(asked) || data.access.protocol !== 'vmess')
    return isJudged ? [{ inboundId, entry, advertised: data as Advertised }] : []
  })
  if (asked.allowPrivate) return read
  const open = await mapLimited(read, width, ({ advertised }) => isPublicPlace(advertised))
  return read.filter((_, i) => open[i])
}

async function isPublicPlace({ host, port }: Advertised): Promise<boolean> {
  try {
    const options = { lookup: lookupAll, dnsMs, allowPrivate: false, redirected: false }
    await resolveTarget(targetOf(host, port), { ...options, signal: AbortSignal.timeout(dnsMs) })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return !(error instanceof NotPublic) // a name that does not resolve is a result
  }
}
