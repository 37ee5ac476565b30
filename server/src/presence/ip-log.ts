import { type IpEntry, isLogged } from '#domain/traffic/ip-log.ts'
import type { Seen } from './present.ts'

/** While an address stays connected, its stored time is at most this old, in seconds. */
const bumpEvery = 300

export interface ClientIps {
  email: string
  entries: IpEntry[]
}

/** The addresses that the core lists now; those that are not stored yet are due. */
export function createIpLog() {
  const clients = new Map<string, Map<string, Seen>>()

  function mark(email: string, ip: string, at: number) {
    const own = clients.get(email) ?? new Map<string, Seen>()
    clients.set(email, own)
    const known = own.get(ip)
    if (known) known.at = at
    else own.set(ip, { at, stored: 0 })
  }

  return {
    /** Takes one look at the core, in seconds: addresses that are missing have left. */
    note(seen: readonly { email: string; ips: readonly string[] }[], at: number): void {
      for (const { email, ips } of seen) for (const ip of ips) if (isLogged(ip)) mark(email, ip, at)
    },
    due(at: number): ClientIps[] {
      const all: ClientIps[] = []
      for (const [email, own] of clients) {
        const entries: IpEntry[] = []
        for (const [ip, entry] of own) {
          const left = entry.at < at
          if (entry.at > entry.stored && (left || entry.at - entry.stored >= bumpEvery))
            entries.push({ ip, timestamp: entry.at })
          else if (left) own.delete(ip)
        }
        if (entries.length > 0) all.push({ email, entries })
        else if (own.size === 0) clients.delete(email)
      }
      return all
    },
    written(due: readonly ClientIps[]): void {
      for (const { email, entries } of due)
        for (const { ip, timestamp } of entries) {
          const entry = clients.get(email)?.get(ip)
          if (entry) entry.stored = timestamp
        }
    },
    /** The log was cleared or the client deleted: a connected address counts as new again. */
    forget: (email: string): void => void clients.delete(email),
  }
}
