import type { Settings } from '#contract/settings.ts'
import { entryNames, ownHost } from '#domain/entries/names.ts'
import { oldestCounted } from '#domain/entries/state.ts'
import type { Advertised } from './advertised.ts'
import type { Route } from './routes-to-inbound.ts'

/** When an entry that nobody got through was checked last, by its name. */
export type Sunk = ReadonlyMap<string, number>

/** What happens to entries that nobody got through. */
export interface Unhealthy {
  how: 'sink' | 'hide'
  /** A check before this time does not count. */
  since: number
  /** Whether the asked format can have an entry. */
  fits: (entry: Advertised) => boolean
}

/** Undefined: every entry keeps its place. */
export function unhealthyIn(
  {
    subUnhealthyEntries: how,
    entryCheckMinutes: every,
  }: Pick<Settings, 'subUnhealthyEntries' | 'entryCheckMinutes'>,
  now: number,
  fits: Unhealthy['fits'],
): Unhealthy | undefined {
  if (every === 0 || (how !== 'sink' && how !== 'hide')) return undefined
  return { how, since: oldestCounted(every, now), fits }
}

/** Which of these routes nobody got through, by their places. */
export function sunkAmong(
  routes: readonly Route[],
  sunk: Sunk,
  publicHost: string,
  { since }: Unhealthy,
): number[] {
  // Under the names that the checks had, whatever host the client asks.
  const dialled = routes.map((route) => ({ host: route.host(publicHost, ownHost), port: route.port }))
  return entryNames(dialled).flatMap((name, i) => ((sunk.get(name) ?? -1) >= since ? [i] : []))
}

/** Entries have their names by now: an app keeps its choice by name. */
export function arranged(
  entries: readonly Advertised[],
  sunk: ReadonlySet<number>,
  { how, fits }: Unhealthy,
): Advertised[] {
  const well = entries.filter((_, i) => !sunk.has(i))
  // What may come back is better than an empty list.
  if (how === 'hide' && well.some(fits)) return well
  return [...well, ...entries.filter((_, i) => sunk.has(i))]
}
