import { sql } from 'kysely'
import { keyedDevices } from '#domain/devices/keys.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Tx } from '../store/open.ts'
import { clientColumns } from '../store/rows/client.ts'
import type { Sets } from '../store/sets.ts'
import type { PackedClient } from './packed.ts'

/** A client that was written, and where it is attached. */
interface Written {
  id: number
  client: PackedClient
  inboundIds: number[]
}

export interface ClientWriterDeps {
  sets: Sets
  now: number
  /** Names that the cores count under; the room `traffic` has them. */
  names: { taken(tx: Tx, emails: readonly string[]): Promise<unknown> }
}

const columns = { ...clientColumns, external_links: 'text', id: 'int' } as const
const trafficColumns = {
  email: 'text',
  enable: 'bool',
  expiry_time: 'int',
  total: 'int',
  reset: 'int',
  inbound_id: 'int',
  up: 'int',
  down: 'int',
  last_online: 'int',
} as const

const trafficRow = ({ client: { row, up, down, lastOnline }, inboundIds }: Written) => ({
  email: row.email,
  enable: row.enable,
  expiry_time: row.expiry_time,
  total: row.total_gb,
  reset: row.reset,
  inbound_id: inboundIds[0] ?? 0,
  up: Math.min(up, mostBytes),
  down: Math.min(down, mostBytes - Math.min(up, mostBytes)), // the sum stays a safe integer (P37)
  last_online: lastOnline,
})

/** A row that outlived a deleted client of this name is the arriving client's from now on. */
const replaceTraffic = sql`on conflict (email) do update set enable = excluded.enable,
  expiry_time = excluded.expiry_time, total = excluded.total, reset = excluded.reset,
  inbound_id = excluded.inbound_id, up = excluded.up, down = excluded.down, last_online = excluded.last_online,
  cut_at = 0, reset_count = 0`

const linkColumns = { client_id: 'int', inbound_id: 'int', flow_override: 'text', created_at: 'int' } as const
const keepLink = sql`on conflict (client_id, inbound_id) do nothing`

/** Writes portions of new clients; the caller has decided which ones come. */
export function createClientWriter({ sets, now, names }: ClientWriterDeps) {
  async function write(tx: Tx, clients: readonly PackedClient[], idOf: (tag: string) => number | undefined) {
    const ids = await sets.nextIds(tx, 'clients', clients.length)
    const written = clients.map((client, i): Written => {
      const inboundIds = client.attachments.flatMap(({ inboundTag }) => idOf(inboundTag) ?? [])
      return { id: ids[i] as number, client, inboundIds } // as many as requested
    })
    const emails = clients.map(({ row }) => row.email)
    const keys = clients.map(({ row }) => row.email_key)
    const rows = written.map(({ id, client }) => ({ ...client.row, id }))
    const links = written.flatMap(({ id, client }) =>
      client.attachments.flatMap(({ inboundTag, flowOverride }) => {
        const inbound = idOf(inboundTag)
        return inbound === undefined
          ? []
          : [{ client_id: id, inbound_id: inbound, flow_override: flowOverride, created_at: now }]
      }),
    )
    // These names belong to a client again: what the core counts under them is theirs.
    await names.taken(tx, emails)
    await sets.inOrder([
      () => sets.insert(tx, 'clients', rows, columns),
      () => sets.insert(tx, 'client_traffics', written.map(trafficRow), trafficColumns, replaceTraffic),
      () => sets.insert(tx, 'client_inbounds', links, linkColumns, keepLink),
      () => writeAddresses(tx, clients),
      () => tx.deleteFrom('client_tombstones').where(sets.among('email_key', keys)).execute(),
    ])
    return written
  }

  async function writeAddresses(tx: Tx, clients: readonly PackedClient[]) {
    const rows = clients
      .filter(({ ips }) => ips !== '')
      .map(({ row, ips }) => ({ client_email: row.email, ips }))
    if (rows.length === 0) return
    const replace = sql`on conflict (client_email) do update set ips = excluded.ips`
    await sets.insert(tx, 'inbound_client_ips', rows, { client_email: 'text', ips: 'text' }, replace)
  }

  /** Attaches clients that are here to inbounds on which they are missing. */
  async function attach(
    tx: Tx,
    added: readonly { email: string; inboundTag: string; flowOverride: string }[],
    idOf: (tag: string) => number | undefined,
  ): Promise<ClientChange[]> {
    const emails = added.map(({ email }) => email)
    const rows = await tx
      .selectFrom('clients')
      .select(['id', 'email', 'device_keys', 'device_secrets'])
      .where(sets.among('email', emails))
      .execute()
    const ids = new Map(rows.map(({ email, id }) => [email, id]))
    const links = added.flatMap(({ email, inboundTag, flowOverride }) => {
      const [client_id, inbound_id] = [ids.get(email), idOf(inboundTag)]
      if (client_id === undefined || inbound_id === undefined) return []
      return [{ client_id, inbound_id, flow_override: flowOverride, created_at: now }]
    })
    const before = await inboundsOf(tx, [...ids.values()])
    await sets.insert(tx, 'client_inbounds', links, linkColumns, keepLink)
    const after = await inboundsOf(tx, [...ids.values()])
    return rows.map(({ id, email, device_keys, device_secrets }) => ({
      email,
      formerEmail: email,
      devices: keyedDevices({ deviceKeys: device_keys, deviceSecrets: device_secrets }),
      inboundIds: after.get(id) ?? [],
      formerInboundIds: before.get(id) ?? [],
    }))
  }

  async function inboundsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await tx
      .selectFrom('client_inbounds')
      .select(['client_id', 'inbound_id'])
      .where(sets.among('client_id', ids))
      .execute()
    const byClient = Map.groupBy(rows, ({ client_id }) => client_id)
    return new Map([...byClient].map(([id, links]) => [id, links.map(({ inbound_id }) => inbound_id)]))
  }

  return { write, attach }
}
