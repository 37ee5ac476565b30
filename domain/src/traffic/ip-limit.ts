import { addressBytes } from '#domain/net/address.ts'

export interface LimitTimes {
  /** An address counts this long after its last activity. An excess that lasts longer is not a change of network. */
  windowMs: number
  /** A refused address that stays away this long is forgotten. */
  forgetMs: number
}

export const limitTimes: LimitTimes = { windowMs: 30_000, forgetMs: 300_000 }

/** One network of a client: an IPv4 address, or an IPv6 /64. */
export interface Holder {
  network: string
  /** Start of its uninterrupted presence, and its last activity. */
  first: number
  last: number
  /** Since when it has exceeded the limit. */
  excessSince: number | undefined
  refused: boolean
}

export interface Judgement {
  holders: Holder[]
  /** Newly above the limit. */
  warned: string[]
  /** Newly refused. */
  refused: string[]
  /** Allowed again, or gone. */
  lifted: string[]
}

/** Everyone behind one NAT counts as one; text that is not an address is a network of its own. */
export function networkOf(ip: string): string {
  const bytes = addressBytes(ip)
  if (!bytes || bytes.length === 4) return ip
  const groups = [0, 2, 4, 6].map((i) => (((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)).toString(16))
  return `${groups.join(':')}::/64`
}

/** Networks that count: active within the window, or refused and still trying. */
function present(
  known: readonly Holder[],
  active: ReadonlyMap<string, number>,
  now: number,
  times: LimitTimes,
) {
  const holders = new Map(known.map((holder) => [holder.network, { ...holder }]))
  for (const [network, at] of active) {
    const holder = holders.get(network)
    if (holder) holder.last = Math.max(holder.last, at)
    else holders.set(network, { network, first: at, last: at, excessSince: undefined, refused: false })
  }
  return [...holders.values()].filter(
    ({ last, refused }) => now - last < (refused ? times.forgetMs : times.windowMs),
  )
}

/**
 * Which networks of one client may stay: the oldest active ones, up to its limit. Excess is reported immediately but
 * refused only after a whole window, so that a phone changing networks is not affected; it is allowed again once there
 * is room.
 */
export function judge(
  known: readonly Holder[],
  active: ReadonlyMap<string, number>,
  limit: number,
  now: number,
  times: LimitTimes = limitTimes,
): Judgement {
  const here = present(known, active, now, times).sort((a, b) => a.first - b.first)
  const before = new Map(known.map((holder) => [holder.network, holder]))
  const judgement: Judgement = { holders: here, warned: [], refused: [], lifted: [] }
  for (const [place, holder] of here.entries()) {
    if (place < limit) {
      holder.excessSince = undefined
      holder.refused = false
    } else {
      if (holder.excessSince === undefined) judgement.warned.push(holder.network)
      holder.excessSince ??= now
      if (!holder.refused && now - holder.excessSince >= times.windowMs) {
        holder.refused = true
        judgement.refused.push(holder.network)
      }
    }
  }
  const refusedNow = new Set(here.filter(({ refused }) => refused).map(({ network }) => network))
  for (const { network, refused } of before.values())
    if (refused && !refusedNow.has(network)) judgement.lifted.push(network)
  return judgement
}
