import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { secretsOfCentre } from '#domain/devices/keys.ts'
import { devicesPart } from '#domain/fleet/client-plan.ts'
import type { DesiredInbound } from '#domain/fleet/inbound-plan.ts'
import type { RemoteClient, RemoteEntry, RemoteInbound, Snapshot } from '#domain/fleet/snapshot.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Db } from '../../store/open.ts'
import { type ClientRow, toClient } from '../../store/rows/client.ts'
import { type InboundRow, storedHere, toInboundFields } from '../../store/rows/inbound.ts'
import { readInChunks, setsFor } from '../../store/sets.ts'

/** An inbound of this panel as its centre knows it. */
export interface OwnInbound extends DesiredInbound, Sums {
  id: number
}

interface Attached extends ClientRow {
  inbound_id: number
  flow_override: string
}

const atOnce = 1_000

const ownInbound = (row: InboundRow): OwnInbound => {
  const { remark, enable, listen, port, protocol, settings, streamSettings, sniffing, ...more } =
    toInboundFields(row)
  const { disableFlow, speedDown, speedUp } = more
  const plain = { remark, enable, listen, port, protocol, settings, streamSettings, sniffing, disableFlow }
  return { id: row.id, tag: row.tag, ...plain, speedDown, speedUp, up: row.up, down: row.down }
}

/** A client's entry as the list of inbounds shows it. */
function entryOf(inbound: OwnInbound, row: Attached): RemoteEntry {
  const { protocol } = inbound
  if (!carriesClients(protocol)) return { email: row.email }
  const client = toClient(row)
  return {
    ...clientEntry({ ...inbound, protocol }, { ...client, flowOverride: row.flow_override }),
    ...devicesPart(secretsOfCentre(client.deviceSecrets)),
  }
}

/** What this panel has in its own tables, as a centre compares it. */
export function createRows(db: Db) {
  const { among } = setsFor(db.engine)

  const attachments = () =>
    db.read
      .selectFrom('client_inbounds as ci')
      .innerJoin('clients as c', 'c.id', 'ci.client_id')
      .selectAll('c')
      .select(['ci.inbound_id', 'ci.flow_override'])

  async function inbounds(): Promise<OwnInbound[]> {
    const found = await db.read.selectFrom('inbounds').selectAll().where(storedHere).orderBy('id').execute()
    return found.map(ownInbound)
  }

  async function attachedRows(ids: readonly number[]): Promise<Attached[]> {
    return readInChunks(ids, (part) => attachments().where(among('ci.client_id', part)).execute())
  }

  async function sumsOf(emails: readonly string[]): Promise<Map<string, Sums & { lastOnline: number }>> {
    const query = db.read.selectFrom('client_traffics').select(['email', 'up', 'down', 'last_online'])
    const rows = await readInChunks(emails, (part) => query.where(among('email', part)).execute())
    return new Map(
      rows.map(({ email, up, down, last_online: lastOnline }) => [email, { up, down, lastOnline }]),
    )
  }

  async function clientsOf(clients: readonly ClientRow[]): Promise<Map<string, RemoteClient>> {
    const own = new Map((await inbounds()).map((inbound) => [inbound.id, inbound]))
    const sums = await sumsOf(clients.map(({ email }) => email))
    const found = new Map<string, RemoteClient>()
    for (const { email, sub_id } of clients) {
      const { up = 0, down = 0 } = sums.get(email) ?? {}
      found.set(emailKey(email), { email, subId: sub_id, on: new Map(), sums: { up, down } })
    }
    for (const row of await attachedRows(clients.map(({ id }) => id))) {
      const inbound = own.get(row.inbound_id)
      // The central panel has no inbounds on nodes of this panel.
      const [tag, entry] = inbound
        ? [inbound.tag, entryOf(inbound, row)]
        : [`node ${row.inbound_id}`, { email: row.email }]
      found.get(emailKey(row.email))?.on.set(tag, entry)
    }
    return found
  }

  async function remoteInbounds(tags: readonly string[]): Promise<Map<string, RemoteInbound>> {
    const desired = new Set(tags)
    const found = new Map<string, RemoteInbound>()
    for (const inbound of await inbounds())
      if (desired.has(inbound.tag))
        found.set(inbound.tag, { ...inbound, entries: [], mayBeLate: true, isCountable: true })
    return found
  }

  return {
    inbounds,
    sumsOf,
    /** The clients of an inbound, some at a time. */
    async *attachedTo(inbound: OwnInbound): AsyncGenerator<{ id: number; entry: Block }[]> {
      for (let after = 0; ; ) {
        const part = await attachments()
          .where('ci.inbound_id', '=', inbound.id)
          .where('ci.client_id', '>', after)
          .orderBy('ci.client_id')
          .limit(atOnce)
          .execute()
        yield part.map((row) => ({ id: row.id, entry: entryOf(inbound, row) }))
        if (part.length < atOnce) return
        after = part.at(-1)?.id ?? 0
      }
    },
    async entriesOf(ids: readonly number[], own: ReadonlyMap<number, OwnInbound>) {
      return (await attachedRows(ids)).flatMap((row) => {
        const inbound = own.get(row.inbound_id)
        return inbound ? [{ id: row.id, inboundId: inbound.id, entry: entryOf(inbound, row) }] : []
      })
    },
    async clientsById(ids: readonly number[]): Promise<RemoteClient[]> {
      const query = db.read.selectFrom('clients').selectAll()
      const rows = await readInChunks(ids, (part) => query.where(among('id', part)).execute())
      return [...(await clientsOf(rows)).values()]
    },
    /** Some inbounds and some clients, also those that are on no inbound. */
    async snapshot(tags: readonly string[], emails: readonly string[]): Promise<Snapshot> {
      const keys = [...new Set(emails.filter(isStorable).map(emailKey))]
      const query = db.read.selectFrom('clients').selectAll()
      const rows = await readInChunks(keys, (part) => query.where(among('email_key', part)).execute())
      return { inbounds: await remoteInbounds(tags), clients: await clientsOf(rows), uncountable: new Set() }
    },
  }
}

export type OwnRows = ReturnType<typeof createRows>
