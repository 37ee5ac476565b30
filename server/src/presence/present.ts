/** A poll may be late, and a client may pause between two requests. */
export const graceMs = 20_000
/** While a client stays online, its stored time is at most this old. */
const bumpEveryMs = 60_000

export type Bump = { email: string; at: number }

/** With the time in storage. */
export type Seen = Record<'at' | 'stored', number>

/** Who is online, who just left, and which last-online times must be written. */
export function createPresent(now: () => number) {
  const seen = new Map<string, Seen>()
  const isHere = ({ at }: Seen) => now() - at < graceMs

  return {
    mark(email: string, at: number): void {
      const known = seen.get(email)
      if (!known) seen.set(email, { at, stored: 0 })
      else if (at > known.at) known.at = at
    },
    forget: (email: string): void => void seen.delete(email),
    online(): string[] {
      const here: string[] = []
      for (const [email, entry] of seen) if (isHere(entry)) here.push(email)
      return here
    },
    /** Clients that came, left, or stayed online long enough since the last write. */
    due(): Bump[] {
      const bumps: Bump[] = []
      for (const [email, entry] of seen) {
        const gone = !isHere(entry)
        if (entry.at > entry.stored && (gone || entry.at - entry.stored >= bumpEveryMs))
          bumps.push({ email, at: entry.at })
        else if (gone) seen.delete(email)
      }
      return bumps
    },
    /** Everything that is not stored yet, for a shutdown. */
    unwritten: (): Bump[] =>
      [...seen].filter(([, { at, stored }]) => at > stored).map(([email, { at }]) => ({ email, at })),
    written(bumps: readonly Bump[]): void {
      for (const { email, at } of bumps) {
        const entry = seen.get(email)
        if (entry) entry.stored = at
      }
    },
    /** Last-online times of clients that are online or just left. */
    lastOnline: (): Record<string, number> =>
      Object.fromEntries([...seen].map(([email, { at }]) => [email, at])),
  }
}
