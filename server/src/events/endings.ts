import type { Identity } from './socket.ts'

/** No handshake lasts longer: an older ending cannot concern a socket that is only now let in. */
const KEPT_MS = 30_000

export type Ended = (identity: Identity) => boolean

/** Sessions that ended a moment ago, so that none slips in between its look-up and its socket. */
export function createEndings(now: () => number) {
  let recent: { at: number; ended: Ended }[] = []
  return {
    note(ended: Ended): void {
      recent.push({ at: now(), ended })
    },
    concern: (identity: Identity, authenticatedAt: number): boolean =>
      recent.some(({ at, ended }) => at >= authenticatedAt && ended(identity)),
    /** True when nothing is left to remember. */
    forgetOld(): boolean {
      recent = recent.filter(({ at }) => now() - at < KEPT_MS)
      return recent.length === 0
    },
  }
}
