import type { IpCount } from '#contract/limits.ts'
import { addressBytes } from '#domain/net/address.ts'

export interface LimitTimes {
  /** An address counts this long after its last activity. An excess that lasts longer is not a change of network. */
  windowMs: number
  /** A refused address that stays away this long is forgotten. */
  forgetMs: number
  /** A phone that changes its network: an older one that goes quiet this soon after the new one came makes room for it. */
  graceMs?: number
}

export const limitTimes: LimitTimes = { windowMs: 30_000, forgetMs: 300_000 }

/** Two readings without a byte. */
const quietMs = 10_000

/** One place of a client: an IPv4 address or an IPv6 /64, or a /24 or /56 where networks are counted. */
export interface Holder {
  network: string
  /** Start of its uninterrupted presence, and its last activity. */
  first: number
  last: number
  /** Since when it has exceeded the limit. */
  excessSince: number | undefined
  refused: boolean
}

interface Judgement {
  holders: Holder[]
  /** Newly above the limit. */
  warned: string[]
  /** Newly refused. */
  refused: string[]
  /** Allowed again, or gone. */
  lifted: string[]
}

/**
 * Everyone behind one NAT counts as one; text that is not an address is a network of its own. A /64 that was made here
 * may be widened.
 */
export function networkOf(ip: string, count: IpCount = 'address'): string {
  const bytes = addressBytes(ip.endsWith('/64') ? ip.slice(0, -'/64'.length) : ip)
  if (!bytes) return ip
  if (bytes.length === 4) return count === 'address' ? ip : `${bytes.slice(0, 3).join('.')}.0/24`
  const last = count === 'address' ? (bytes[7] ?? 0) : 0
  const groups = [0, 2, 4, 6].map((i) =>
    (((bytes[i] ?? 0) << 8) | (i === 6 ? last : (bytes[i + 1] ?? 0))).toString(16),
  )
  return `${groups.join(':')}::/${count === 'address' ? 64 : 56}`
}

/** The new one takes the place of an older one that went quiet in time: most likely it is the same device. */
function withoutRoamed(here: readonly Holder[], limit: number, now: number, graceMs: number): Holder[] {
  const isQuiet = ({ last }: Holder) => now - last >= quietMs
  const gone = new Set<Holder>()
  for (const holder of here.slice(limit)) {
    const until = (holder.excessSince ?? holder.first) + graceMs
    const left = here.slice(0, limit).find((old) => !gone.has(old) && isQuiet(old) && old.last <= until)
    if (!left || isQuiet(holder)) continue
    gone.add(left)
    holder.first = left.first
  }
  return here.filter((holder) => !gone.has(holder)).sort((a, b) => a.first - b.first)
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
  const { graceMs = 0 } = times
  const all = present(known, active, now, times).sort((a, b) => a.first - b.first)
  const here = graceMs > 0 ? withoutRoamed(all, limit, now, graceMs) : all
  const patienceMs = graceMs > 0 ? Math.max(times.windowMs, graceMs + quietMs) : times.windowMs
  const before = new Map(known.map((holder) => [holder.network, holder]))
  const judgement: Judgement = { holders: here, warned: [], refused: [], lifted: [] }
  for (const [place, holder] of here.entries()) {
    if (place < limit) {
      holder.excessSince = undefined
      holder.refused = false
    } else {
      if (holder.excessSince === undefined) judgement.warned.push(holder.network)
      holder.excessSince ??= now
      if (!holder.refused && now - holder.excessSince >= patienceMs) {
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
