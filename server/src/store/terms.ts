import type { Terms } from '#contract/terms.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { hasRenewalLeft } from '#domain/clients/renew.ts'
import { termsOf } from '#domain/limits/terms.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Reader } from './open.ts'
import { readLayers } from './policies.ts'
import { toClient } from './rows/client.ts'
import { chunked, type Sets } from './sets.ts'

/** Whether a client is slow because it uses too many addresses. */
export type IsOverIp = (email: string) => boolean

export interface ToldTerms extends Terms {
  email: string
  /** It renews by itself at its end. */
  renews: boolean
}

/** The terms of these clients as they are told them, in no order; unknown ones are missing. */
export async function readTerms(
  source: Reader,
  sets: Pick<Sets, 'among'>,
  emails: readonly string[],
  isOverIp: IsOverIp,
): Promise<ToldTerms[]> {
  const found: ToldTerms[] = []
  for (const part of chunked(emails.filter(isStorable))) {
    const rows = await source
      .selectFrom('clients as c')
      .leftJoin('client_traffics as t', 't.email', 'c.email')
      .selectAll('c')
      .select('t.reset_count as renewals')
      .where(sets.among('c.email_key', part.map(emailKey)))
      .execute()
    const clients = rows.map((row) => ({ ...toClient(row), row: row.id, renewals: row.renewals ?? 0 }))
    const layered = await readLayers(source, sets, clients)
    const speeds = await inboundSpeeds(
      source,
      sets,
      clients.map(({ row }) => row),
    )
    for (const client of clients) {
      const { layers, shared } = layered(client)
      const slowed = client.slowed !== 'ended' && isOverIp(client.email) ? 'ip' : client.slowed
      const sharesEnd = shared !== undefined && (shared.quota > 0 || shared.expiryTime > 0)
      found.push({
        email: client.email,
        renews: !sharesEnd && client.expiryTime > 0 && hasRenewalLeft(client, client.renewals),
        ...termsOf(layers, slowed, speeds.get(client.row) ?? []),
      })
    }
  }
  return found
}

/** The default speeds of the enabled inbounds that each client has, by its row id. */
async function inboundSpeeds(source: Reader, { among }: Pick<Sets, 'among'>, ids: readonly number[]) {
  const rows = await source
    .selectFrom('client_inbounds as ci')
    .innerJoin('inbounds as i', 'i.id', 'ci.inbound_id')
    .select(['ci.client_id as client', 'i.speed_down as down', 'i.speed_up as up'])
    .where(among('ci.client_id', ids))
    .where('i.enable', '=', true)
    .execute()
  return Map.groupBy(rows, ({ client }) => client)
}
