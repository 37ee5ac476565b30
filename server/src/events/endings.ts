import type { Identity } from './socket.ts'

/** Longer than any handshake: an older ending cannot affect a socket that is only now accepted. */
const KEPT_MS = 30_000

export type Ended = (identity: Identity) => boolean

/** Sessions that ended a moment ago, so that none slips in between its lookup and its socket. */
export function createEndings(now: () => number) {
  let recent: { at: number; ended: Ended }[] = []
  return {
    note(ended: Ended): void {
      recent.push({ at: now(), ended })
    },
    concern: (identity: Identity, authenticatedAt: number): boolean =>
      recent.some(({ at, ended }) => at >= authenticatedAt && ended(identity)),
    /** True when nothing is left. */
    forgetOld(): boolean {
      recent = recent.filter(({ at }) => now() - at < KEPT_MS)
      return recent.length === 0
    },
  }
}
