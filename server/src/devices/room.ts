import { type Selectable, sql } from 'kysely'
import type { DeviceKeys } from '../clients/device-keys.ts'
import type { Tell } from '../notices/outlets.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { type Columns, chunked, type Sets, setsFor } from '../store/sets.ts'
import { createAdmission } from './admission.ts'
import { createOwnDevices } from './own.ts'
import { createRefusedDevices } from './refused.ts'
import { createSeen } from './seen.ts'
import { createDeviceService } from './service.ts'
import { createDeviceStore } from './store.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  tell: Tell
  /** Keys are kept with the clients. */
  keys: DeviceKeys
}

/** Which devices fetch a client's subscription, and how many may (ADR 121). Owns `client_devices`. */
export function createDevices({ db, commit, settings, tell, now, keys }: Deps) {
  const store = createDeviceStore(db, setsFor(db.engine))
  const seen = createSeen(commit, store)
  const refused = createRefusedDevices()
  return {
    admit: createAdmission({ store, seen, commit, settings, tell, now, keys, refused }),
    lastRefused: refused.lastOf,
    own: createOwnDevices({ store, seen, commit, settings, now, keys }),
    service: createDeviceService({ db, commit, store, seen, keys }),
    removeOf: store.removeOf,
    undo: createDeviceUndo(setsFor(db.engine)),
    count: store.count,
    zeroed: store.zeroed,
    job: seen.job,
    /** Stores what is only in memory. */
    flush: seen.flush,
  }
}

export type Devices = ReturnType<typeof createDevices>

type Row = Record<string, unknown>

/** Devices of clients that are deleted or whose counters are set to zero, and of those that come back. */
const createDeviceUndo = (sets: Sets) => ({
  async rowsOf(tx: Tx, clients: readonly number[]): Promise<Selectable<Schema['client_devices']>[]> {
    const rows: Selectable<Schema['client_devices']>[] = []
    for (const part of chunked(clients))
      rows.push(
        ...(await tx
          .selectFrom('client_devices')
          .selectAll()
          .where(sets.among('client_id', part))
          .orderBy('id')
          .execute()),
      )
    return rows
  },
  /** Devices that have counted something, of these clients or of all. */
  async counted(tx: Tx, clients?: readonly number[]) {
    const query = tx
      .selectFrom('client_devices')
      .select(['id', 'client_id', 'up', 'down'])
      .where((e) => e.or([e('up', '<>', 0), e('down', '<>', 0)]))
      .orderBy('id')
    const rows: Awaited<ReturnType<typeof query.execute>> = []
    for (const part of clients ? chunked(clients) : [undefined])
      rows.push(...(await (part ? query.where(sets.among('client_id', part)) : query).execute()))
    return rows
  },
  /** Adds counts again to the devices that are still there. */
  async recounted(tx: Tx, counts: readonly { id: number; up: number; down: number }[]): Promise<void> {
    const kinds = { id: 'int', u: 'int', d: 'int' } as const
    for (const part of chunked(counts.map(({ id, up, down }) => ({ id, u: up, d: down }))))
      await sql`update client_devices set up = up + v.u, down = down + v.d
        from ${sets.unfold(part, kinds)} as v where client_devices.id = v.id`.execute(tx)
  },
  /** Rows may have been kept by an earlier version: what it did not know gets its default. */
  async putBack(tx: Tx, rows: readonly Row[]): Promise<void> {
    const [first] = rows
    if (!first) return
    const kinds: Columns<Row> = {}
    for (const [name, value] of Object.entries(first))
      kinds[name] = typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'text'
    await sets.insert(tx, 'client_devices', rows, kinds)
  },
})
