import type { Settings } from '#contract/settings.ts'
import { entryNames, ownHost } from '#domain/entries/names.ts'
import { oldestCounted } from '#domain/entries/state.ts'
import type { Advertised } from './advertised.ts'
import type { Route } from './routes-to-inbound.ts'

/** When an entry that nobody got through was checked last, by its name. */
export type Sunk = ReadonlyMap<string, number>

/** What subscriptions do with an entry. */
type Move = 'sink' | 'hide'

/** What happens to entries that nobody got through. */
export interface Unhealthy {
  /** If this server did not get through. */
  own: Move | undefined
  /** If a probe in the caller's network did not. */
  blocked: Move | undefined
  /** The number of that network; 0: unknown. */
  asn: number
  /** A check before this time does not count. */
  since: number
  /** Whether the asked format can have an entry. */
  fits: (entry: Advertised) => boolean
}

const moveOf = (how: string): Move | undefined => (how === 'sink' || how === 'hide' ? how : undefined)
type Told = Pick<Settings, 'subUnhealthyEntries' | 'subBlockedEntries' | 'entryCheckMinutes'>

/** Whether callers of different providers may get different lists. */
export const tellsProviders = ({ subBlockedEntries, entryCheckMinutes }: Told): boolean =>
  entryCheckMinutes > 0 && moveOf(subBlockedEntries) !== undefined

/** Undefined: every entry keeps its place. */
export function unhealthyIn(
  settings: Told,
  now: number,
  fits: Unhealthy['fits'],
  asn = 0,
): Unhealthy | undefined {
  const { entryCheckMinutes: every } = settings
  const own = moveOf(settings.subUnhealthyEntries)
  const blocked = asn > 0 ? moveOf(settings.subBlockedEntries) : undefined
  if (every === 0 || (!own && !blocked)) return undefined
  return { own, blocked, asn, since: oldestCounted(every, now), fits }
}

/** What was seen of the entries of an inbound. */
export interface SeenEntries {
  /** This server did not get through. */
  sunk?: Sunk
  /** Probes did not, by the number of their network. */
  blocked?: ReadonlyMap<number, Sunk>
}

/** Which of these routes move, by their places. */
export function movesAmong(
  routes: readonly Route[],
  { sunk, blocked }: SeenEntries,
  publicHost: string,
  { own, blocked: whereBlocked, asn, since }: Unhealthy,
): Map<number, Move> {
  const moves = new Map<number, Move>()
  const there = blocked?.get(asn)
  const seen = [
    own && sunk && { move: own, sunk },
    whereBlocked && there && { move: whereBlocked, sunk: there },
  ]
  if (!seen.some(Boolean)) return moves
  // Under the names that the checks had, whatever host the client asks.
  const dialled = routes.map((route) => ({ host: route.host(publicHost, ownHost), port: route.port }))
  for (const [i, name] of entryNames(dialled).entries())
    for (const one of seen)
      if (one && (one.sunk.get(name) ?? -1) >= since && moves.get(i) !== 'hide') moves.set(i, one.move)
  return moves
}

/** Entries have their names by now: an app keeps its choice by name. */
export function arranged(
  entries: readonly Advertised[],
  moves: ReadonlyMap<number, Move>,
  { fits }: Unhealthy,
): Advertised[] {
  const those = (move: Move | undefined) => entries.filter((_, i) => moves.get(i) === move)
  const listed = [...those(undefined), ...those('sink')]
  // What may come back is better than an empty list.
  return listed.some(fits) ? listed : [...listed, ...those('hide')]
}
