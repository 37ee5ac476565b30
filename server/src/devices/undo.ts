import type { Selectable } from 'kysely'
import type { DeviceBytes } from '#domain/devices/fold.ts'
import type { Tx } from '../platform/db/open.ts'
import type { Schema } from '../platform/db/schema.ts'
import { type Columns, chunked, type Sets } from '../platform/db/sets.ts'

type Row = Record<string, unknown>

/** What a device of a client has used. */
type CountedDevice = DeviceBytes & { client_id: number }

/** Devices of clients that are deleted or whose counters are set to zero, and of those that come back. */
export const createDeviceUndo = (sets: Sets) => ({
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
  /** Only those that have used something. */
  async countedOf(tx: Tx, clients: readonly number[]): Promise<CountedDevice[]> {
    const rows: CountedDevice[] = []
    for (const part of chunked(clients))
      rows.push(
        ...(await tx
          .selectFrom('client_devices')
          .select(['id as device', 'client_id', 'up', 'down'])
          .where(sets.among('client_id', part))
          .where((e) => e.or([e('up', '>', 0), e('down', '>', 0)]))
          .orderBy('id')
          .execute()),
      )
    return rows
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
