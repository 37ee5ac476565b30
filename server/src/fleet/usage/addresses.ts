import { emailKey } from '#domain/clients/field-rules.ts'
import { addressBytes } from '#domain/net/address.ts'
import { type IpEntry, isLogged, parseIps } from '#domain/traffic/ip-log.ts'
import type { Sightings } from '../../clients/sightings.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Base } from '../../settings/base-services.ts'
import { chunked, setsFor } from '../../store/sets.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  sightings: Pick<Sightings, 'logIps'>
}

export interface Seen {
  clientEmail: string
  ips: unknown
}

function stored(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

/** Addresses of clients as panels exchange them. */
export function createAddresses({ db, commit, now, sightings }: Deps) {
  const { among } = setsFor(db.engine)

  /** A clock that runs ahead must not keep an address for ever. */
  function entriesOf(ips: unknown, at: number): IpEntry[] {
    return parseIps(typeof ips === 'string' ? ips : JSON.stringify(ips ?? []))
      .filter(({ ip }) => addressBytes(ip) && isLogged(ip))
      .map(({ ip, timestamp }) => ({ ip, timestamp: Math.min(Math.max(0, Math.trunc(timestamp)), at) }))
  }

  return {
    async list() {
      const rows = await db.read.selectFrom('inbound_client_ips').selectAll().orderBy('id').execute()
      return rows.map((row) => ({ id: row.id, clientEmail: row.client_email, ips: stored(row.ips) }))
    },

    /** Strangers are left out: a report never creates anybody. */
    async take(seen: readonly Seen[]): Promise<null> {
      const at = Math.floor(now() / 1_000)
      const byKey = new Map<string, IpEntry[]>()
      for (const { clientEmail, ips } of seen) {
        const entries = isStorable(clientEmail) ? entriesOf(ips, at) : []
        if (entries.length > 0)
          byKey.set(emailKey(clientEmail), [...(byKey.get(emailKey(clientEmail)) ?? []), ...entries])
      }
      if (byKey.size === 0) return null
      await commit.upkeep(async (tx) => {
        for (const keys of chunked([...byKey.keys()])) {
          const rows = await tx
            .selectFrom('clients')
            .select(['email', 'email_key'])
            .where(among('email_key', keys))
            .execute()
          const known = rows.map((row) => ({ email: row.email, entries: byKey.get(row.email_key) ?? [] }))
          if (known.length > 0) await sightings.logIps(tx, known, at)
        }
      })
      return null
    },
  }
}

export type Addresses = ReturnType<typeof createAddresses>
