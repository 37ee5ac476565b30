import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { Refusal } from '#domain/refusal.ts'
import { parseBlock } from '../platform/db/json.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { ClientRow, TrafficRow } from '../store/rows/client.ts'
import { readInChunks, type Sets } from '../store/sets.ts'
import type { Link } from './undo/image.ts'

type Source = Reader | Tx

/** The parts of an inbound that decide about its clients' credentials. */
export interface Target {
  id: number
  protocol: ClientProtocol
  method: string
}

export interface Known<Row = ClientRow> {
  row: Row
  inboundIds: number[]
  traffic: TrafficRow | undefined
}

export const usedBytes = (t: Pick<TrafficRow, 'up' | 'down'> | undefined): number => (t ? t.up + t.down : 0)

/**
 * Used bytes for quota decisions. A client that was cut for bytes not yet counted is treated as depleted until they
 * are, so that an edit does not let it back in for a moment.
 */
export const chargedBytes = (t: Pick<TrafficRow, 'up' | 'down' | 'total' | 'cut_at'> | undefined): number =>
  t && t.cut_at > 0 ? Math.max(usedBytes(t), t.total) : usedBytes(t)

export function createFind({ among, prepared }: Sets) {
  const attachmentRows = prepared((db, clientIds: readonly number[]) =>
    db
      .selectFrom('client_inbounds')
      .select(['client_id', 'inbound_id'])
      .where(among('client_id', clientIds))
      .orderBy('client_id')
      .orderBy('inbound_id'),
  )
  const trafficRows = prepared((db, emails: readonly string[]) =>
    db.selectFrom('client_traffics').selectAll().where(among('email', emails)),
  )

  async function rowsByEmail(db: Source, emails: readonly string[]): Promise<Map<string, ClientRow>> {
    // Skip names that no client can have: PostgreSQL would reject the text.
    const keys = emails.filter(isStorable).map(emailKey)
    const query = db.selectFrom('clients').selectAll()
    const rows = await readInChunks(keys, (part) => query.where(among('email_key', part)).execute())
    return new Map(rows.map((row) => [row.email_key, row]))
  }

  async function attachmentsOf(db: Source, clientIds: readonly number[]): Promise<Map<number, number[]>> {
    const map = new Map<number, number[]>(clientIds.map((id) => [id, []]))
    const rows = await readInChunks(clientIds, (part) => attachmentRows(db, part))
    for (const { client_id, inbound_id } of rows) map.get(client_id)?.push(inbound_id)
    return map
  }

  async function trafficOf(db: Source, emails: readonly string[]): Promise<Map<string, TrafficRow>> {
    const rows = await readInChunks(emails, (part) => trafficRows(db, part))
    return new Map(rows.map((row) => [row.email, row]))
  }

  async function complete<Row extends Pick<ClientRow, 'id' | 'email'>>(
    db: Source,
    rows: readonly Row[],
  ): Promise<Known<Row>[]> {
    const ids = rows.map((r) => r.id)
    const emails = rows.map((r) => r.email)
    const [attached, traffic] = [await attachmentsOf(db, ids), await trafficOf(db, emails)]
    return rows.map((row) => ({
      row,
      inboundIds: attached.get(row.id) ?? [],
      traffic: traffic.get(row.email),
    }))
  }

  /**
   * The existing inbounds among `ids` that take clients: an attachment to a deleted inbound never blocks an edit (P27).
   */
  async function present(db: Source, ids: readonly number[], userId?: number): Promise<Map<number, Target>> {
    const map = new Map<number, Target>()
    const wanted = [...new Set(ids)].filter(isRowId)
    if (wanted.length === 0) return map
    let query = db.selectFrom('inbounds').select(['id', 'protocol', 'settings']).where(among('id', wanted))
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    for (const { id, protocol, settings } of await query.execute()) {
      if (carriesClients(protocol))
        map.set(id, { id, protocol, method: methodOf({ protocol, settings: parseBlock(settings) }) })
    }
    return map
  }

  /** The same for the inbounds of these clients. */
  const targetsOf = (db: Source, clients: readonly { inboundIds: readonly number[] }[]) =>
    present(
      db,
      clients.flatMap(({ inboundIds }) => inboundIds),
    )

  return {
    targetsOf,
    complete,
    attachmentsOf,
    /** Keyed by row id. */
    async byId(db: Source, ids: readonly number[]): Promise<Map<number, Known>> {
      const query = db.selectFrom('clients').selectAll()
      const rows = await readInChunks(ids, (part) => query.where(among('id', part)).execute())
      return new Map((await complete(db, rows)).map((known) => [known.row.id, known]))
    },
    async links(db: Source, clientIds: readonly number[]): Promise<Map<number, Link[]>> {
      const query = db.selectFrom('client_inbounds').selectAll().orderBy('client_id').orderBy('inbound_id')
      const rows = await readInChunks(clientIds, (part) => query.where(among('client_id', part)).execute())
      const map = new Map<number, Link[]>()
      for (const { client_id, ...link } of rows) map.set(client_id, [...(map.get(client_id) ?? []), link])
      return map
    },
    /** Keyed by email key; unknown emails are missing from the map. */
    async many(db: Source, emails: readonly string[]): Promise<Map<string, Known>> {
      const rows = await rowsByEmail(db, emails)
      return new Map((await complete(db, [...rows.values()])).map((k) => [k.row.email_key, k]))
    },
    async one(db: Source, email: string): Promise<Known> {
      const row = (await rowsByEmail(db, [email])).get(emailKey(email))
      if (!row) throw new Refusal('client.missing', { email }, 'email')
      const [known] = await complete(db, [row])
      return known as Known // one row in, one out
    },
    present,
    /** Resolves inbounds named by a caller: each must exist, belong to the caller and take clients. */
    async targets(db: Source, ids: readonly number[], userId: number): Promise<Map<number, Target>> {
      const found = await present(db, ids, userId)
      const missing = ids.find((id) => !found.has(id))
      if (missing === undefined) return found
      const other =
        isRowId(missing) &&
        (await db
          .selectFrom('inbounds')
          .select(['protocol'])
          .where('id', '=', missing)
          .where('user_id', '=', userId)
          .executeTakeFirst())
      const id = missing
      if (other)
        throw new Refusal('client.protocol-without-clients', { id, protocol: other.protocol }, 'inboundIds')
      throw new Refusal('inbound.missing', { id: missing }, 'inboundIds')
    },
    /** Refuses inbounds of another user as not found. Detaching from a deleted inbound is allowed. */
    async refuseForeign(db: Source, ids: readonly number[], userId: number): Promise<void> {
      const foreign = await db
        .selectFrom('inbounds')
        .select('id')
        .where(among('id', ids))
        .where('user_id', '<>', userId)
        .executeTakeFirst()
      if (foreign) throw new Refusal('inbound.missing', { id: foreign.id }, 'inboundIds')
    },
  }
}

export type Find = ReturnType<typeof createFind>
