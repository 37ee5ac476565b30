import { emailKey } from '#domain/clients/field-rules.ts'
import { type Inherits, type Speeds, speedsOf } from '#domain/limits/effective.ts'
import type { OverIp } from '../../clients/over-ip.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Db } from '../../store/open.ts'
import { readPolicies } from '../../store/policies.ts'
import { toClient } from '../../store/rows/client.ts'
import { storedHere } from '../../store/rows/inbound.ts'
import { chunked, setsFor } from '../../store/sets.ts'

/** What a client may have, in bytes per second, and where that comes from. */
export interface ClientSpeeds {
  own: Speeds
  inherits: Inherits
  group: string
  planId: number
}

const inBytes = ({ down, up }: Speeds): Speeds => ({ down: down / 8, up: up / 8 })

/** Reads the speeds of connected clients and of inbounds. */
export function createLimitReader(db: Db, overIp?: OverIp) {
  const sets = setsFor(db.engine)
  return {
    /** By email key; an unknown name is missing. */
    async clients(emails: readonly string[]): Promise<Map<string, ClientSpeeds>> {
      const found = new Map<string, ClientSpeeds>()
      for (const part of chunked(emails.filter(isStorable))) {
        const keys = part.map(emailKey)
        const rows = await db.read
          .selectFrom('clients')
          .selectAll()
          .where(sets.among('email_key', keys))
          .execute()
        const clients = rows.map((row) => toClient(row))
        const limits = await readPolicies(db.read, sets, clients)
        for (const client of clients) {
          const slowed = client.slowed !== 'ended' && overIp?.has(client.email) ? 'ip' : client.slowed
          const { own, inherits } = speedsOf(limits(client), slowed)
          const { group, planId } = client
          found.set(emailKey(client.email), { own: inBytes(own), inherits, group, planId })
        }
      }
      return found
    },
    /** By tag; most inbounds have no speed. */
    async inbounds(): Promise<Map<string, Speeds>> {
      const rows = await db.read
        .selectFrom('inbounds')
        .select(['tag', 'speed_down', 'speed_up'])
        .where(storedHere)
        .where((e) => e.or([e('speed_down', '>', 0), e('speed_up', '>', 0)]))
        .execute()
      return new Map(rows.map((row) => [row.tag, inBytes({ down: row.speed_down, up: row.speed_up })]))
    },
  }
}

export type LimitReader = ReturnType<typeof createLimitReader>
