import { sql } from 'kysely'
import { type IpEntry, isLogged, mergeIps, parseIps } from '#domain/traffic/ip-log.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { setsFor } from '../platform/db/sets.ts'

const onConflict = sql`on conflict (client_email) do update set ips = excluded.ips`

/** While an address stays, its time in storage is at most this old, seconds. */
const bumpEvery = 300

export interface SeenClient {
  email: string
  ips: readonly string[]
}

export interface ClientIps {
  email: string
  entries: IpEntry[]
}

interface Seen {
  at: number
  stored: number
}

/** Addresses that the core lists now; what storage does not have of them is due. */
export function createIpLog(db: Pick<Db, 'engine'>) {
  const clients = new Map<string, Map<string, Seen>>()
  const { among, insert } = setsFor(db.engine)

  function mark(email: string, ip: string, at: number) {
    const own = clients.get(email) ?? new Map<string, Seen>()
    clients.set(email, own)
    const known = own.get(ip)
    if (known) known.at = at
    else own.set(ip, { at, stored: 0 })
  }

  return {
    /** One look of the core, in seconds: addresses that are not in it have left. */
    note(seen: readonly SeenClient[], at: number): void {
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
    /** Its row was cleared, or the client is gone: what is here now is new again. */
    forget: (email: string): void => void clients.delete(email),
    /** In one batch; only of clients that are there. */
    async write(tx: Tx, due: readonly ClientIps[], at: number): Promise<void> {
      const emails = due.map(({ email }) => email)
      const there = new Set(
        (await tx.selectFrom('clients').select('email').where(among('email', emails)).execute()).map(
          (r) => r.email,
        ),
      )
      const rows = await tx
        .selectFrom('inbound_client_ips')
        .select(['client_email', 'ips'])
        .where(among('client_email', emails))
        .execute()
      const before = new Map(rows.map((row) => [row.client_email, row.ips]))
      const after = due
        .filter(({ email }) => there.has(email))
        .map(({ email, entries }) => ({
          client_email: email,
          ips: JSON.stringify(mergeIps(parseIps(before.get(email) ?? ''), entries, at)),
        }))
        .filter(({ client_email, ips }) => ips !== before.get(client_email))
      await insert(tx, 'inbound_client_ips', after, { client_email: 'text', ips: 'text' }, onConflict)
    },
  }
}
