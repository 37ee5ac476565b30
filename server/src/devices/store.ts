import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Device } from '#contract/devices-api.ts'
import type { DeviceFacts } from '#domain/devices/claim.ts'
import type { DeviceBytes } from '#domain/traffic/fold.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { chunked, type Sets } from '../store/sets.ts'

export interface Found {
  id: number
  blocked: boolean
}

export interface Sighting {
  at: number
  facts: DeviceFacts
}

const knownSql = 'select id, blocked from client_devices where client_id = $1 and hash = $2'
const takenSql = 'select count(*) from client_devices where client_id = $1 and blocked = false'

const columnsOf = ({ userAgent, deviceOs, osVersion, deviceModel }: DeviceFacts) => ({
  user_agent: userAgent,
  device_os: deviceOs,
  os_version: osVersion,
  device_model: deviceModel,
})

const deviceOf = (row: Selectable<Schema['client_devices']>): Device => ({
  id: row.id,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  userAgent: row.user_agent,
  deviceOs: row.device_os,
  osVersion: row.os_version,
  deviceModel: row.device_model,
  blocked: row.blocked,
  hasKey: false,
  up: row.up,
  down: row.down,
})

const seenColumns = {
  id: 'int',
  last_seen: 'int',
  user_agent: 'text',
  device_os: 'text',
  os_version: 'text',
  device_model: 'text',
} as const

/** The only writer of the devices. */
export function createDeviceStore(db: Db, sets: Sets) {
  return {
    /** One read by an index, without the query builder: this is on the path of every fetch of a limited client. */
    known: (client: number, hash: string): MaybeAsync<Found | undefined> =>
      andThen(db.tuples<[number, boolean | number]>(knownSql, [client, hash]), ([row]) =>
        row ? { id: row[0], blocked: Boolean(row[1]) } : undefined,
      ),

    taken: (client: number): MaybeAsync<number> =>
      andThen(db.tuples<[number | string]>(takenSql, [client]), ([row]) => Number(row?.[0] ?? 0)),

    /** Oldest first. */
    async list(clients: readonly number[]): Promise<{ hash: string; device: Device }[]> {
      const rows = await db.read
        .selectFrom('client_devices')
        .selectAll()
        .where(sets.among('client_id', clients))
        .orderBy('first_seen')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ hash: row.hash, device: deviceOf(row) }))
    },

    /** The same as `known` and `taken`, in a transaction. */
    async knownAndTaken(tx: Tx, client: number, hash: string) {
      const own = tx.selectFrom('client_devices').where('client_id', '=', client)
      const known = await own.select(['id', 'blocked']).where('hash', '=', hash).executeTakeFirst()
      const count = await own
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('blocked', '=', false)
        .executeTakeFirst()
      return { known, taken: Number(count?.n ?? 0) }
    },

    /** Returns its row id. */
    async add(tx: Tx, client: number, hash: string, { at, facts }: Sighting): Promise<number> {
      const { id } = await tx
        .insertInto('client_devices')
        .values({ client_id: client, hash, first_seen: at, last_seen: at, ...columnsOf(facts) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** What apps said last about known devices. One that was forgotten since stays forgotten. */
    async seen(tx: Tx, sightings: ReadonlyMap<number, Sighting>): Promise<void> {
      const rows = [...sightings].map(([id, { at, facts }]) => ({ id, last_seen: at, ...columnsOf(facts) }))
      await sets.update(tx, 'client_devices', rows, seenColumns, 'id')
    },

    /** Returns the device as it was; undefined if this client has none with this id. */
    async remove(tx: Tx, client: number, id: number) {
      return tx
        .deleteFrom('client_devices')
        .where('client_id', '=', client)
        .where('id', '=', id)
        .returning(['device_model', 'device_os', 'user_agent'])
        .executeTakeFirst()
    },

    /** One device of a person that has several clients. */
    removeByHash: (
      tx: Tx,
      clients: readonly number[],
      hash: string,
    ): Promise<{ id: number; client_id: number }[]> =>
      tx
        .deleteFrom('client_devices')
        .where(sets.among('client_id', clients))
        .where('hash', '=', hash)
        .where('blocked', '=', false)
        .returning(['id', 'client_id'])
        .execute(),

    removeAll: (tx: Tx, client: number): Promise<{ id: number }[]> =>
      tx.deleteFrom('client_devices').where('client_id', '=', client).returning('id').execute(),

    /** How the audit log can name it; undefined if this client has none with this id. */
    described: (tx: Tx, client: number, id: number) =>
      tx
        .selectFrom('client_devices')
        .select(['device_model', 'device_os', 'user_agent', 'blocked'])
        .where('client_id', '=', client)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** What devices moved in a tick. One that was forgotten since is only in its client's counters. */
    async count(tx: Tx, bytes: readonly DeviceBytes[]): Promise<void> {
      const sums = new Map<number, { id: number; up: number; down: number }>()
      for (const { device, up, down } of bytes) {
        const sum = sums.get(device) ?? { id: device, up: 0, down: 0 }
        sums.set(device, { id: device, up: sum.up + up, down: sum.down + down })
      }
      for (const part of chunked([...sums.values()])) {
        const rows = sets.unfold(part, { id: 'int', up: 'int', down: 'int' })
        await sql`update client_devices set up = client_devices.up + v.up, down = client_devices.down + v.down
          from ${rows} as v where client_devices.id = v.id`.execute(tx)
      }
    },

    /** The counters of these clients begin anew; without a subquery of their row ids, those of all. */
    async zeroed(tx: Tx, clients?: RawBuilder<unknown>): Promise<void> {
      const of = clients ? sql`and client_id in (${clients})` : sql``
      await sql`update client_devices set up = 0, down = 0 where (up <> 0 or down <> 0) ${of}`.execute(tx)
    },

    /** `changed` is false if it was so already. */
    async setBlocked(tx: Tx, client: number, id: number, blocked: boolean) {
      const row = await this.described(tx, client, id)
      if (!row) return undefined
      if (row.blocked !== blocked)
        await tx.updateTable('client_devices').set({ blocked }).where('id', '=', id).execute()
      return { ...row, changed: row.blocked !== blocked }
    },

    /** Devices go with their clients, in the transaction that deletes them. */
    async removeOf(tx: Tx, clients: readonly number[]): Promise<void> {
      for (const part of chunked(clients))
        await tx.deleteFrom('client_devices').where(sets.among('client_id', part)).execute()
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** A client in a transaction, by its row id, with the limit that holds now; undefined if it was deleted. */
export async function limitIn(tx: Tx, client: number, limit: string) {
  const { rows } = await sql<{ n: number; device_keys: boolean | number; device_secrets: string }>`
    select ${sql.raw(limit)} as n, c.device_keys, c.device_secrets from clients c where c.id = ${client}`.execute(
    tx,
  )
  const [row] = rows
  return row && { limit: Number(row.n), keys: Boolean(row.device_keys), secrets: row.device_secrets }
}
