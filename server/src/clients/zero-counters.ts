import type { DeviceBytes } from '#domain/devices/fold.ts'
import type { Tx } from '../platform/db/open.ts'
import type { Draft } from './conflicts.ts'
import { type Known, usedBytes } from './find.ts'
import { countedOf, imageOf } from './undo/image.ts'
import type { Writing } from './writing.ts'

/** Before their counters begin anew with those of their clients. */
async function devicesOf(w: Writing, tx: Tx, known: readonly Known[]): Promise<Map<number, DeviceBytes[]>> {
  const found = new Map<number, DeviceBytes[]>()
  const rows = await w.names?.deviceBytes(
    tx,
    known.map((k) => k.row.id),
  )
  for (const { client_id, device, up, down } of rows ?? []) {
    const others = found.get(client_id)
    if (others) others.push({ device, up, down })
    else found.set(client_id, [{ device, up, down }])
  }
  return found
}

/** The clients whose counters were set to zero, and when. */
interface Zeroed {
  at: number
  clients: ReadonlySet<Known>
  /** What single devices had used, by the row id of their client. */
  devices: ReadonlyMap<number, DeviceBytes[]>
}

/** Counters of many clients set to zero, so that it can be undone. */
export const createZeros = (w: Writing) => ({
  /** Comes first in an act: what a group has used decides about its members, too. */
  async set(tx: Tx, known: readonly Known[]): Promise<Zeroed> {
    const at = w.now()
    const counted = known.filter((k) => usedBytes(k.traffic) > 0 || (k.traffic?.cut_at ?? 0) > 0)
    const devices = await devicesOf(w, tx, counted)
    await w.store.setCounters(
      tx,
      counted.map((k) => k.row.email),
      0,
      0,
      at,
    )
    return { at, clients: new Set(counted), devices }
  },

  /** Keeps what these clients and their counters were. */
  keep: (
    tx: Tx,
    action: string,
    drafts: readonly (Draft & { known: Known })[],
    { at, clients, devices }: Zeroed,
  ): Promise<{ undo?: number }> =>
    w.keep(
      tx,
      action,
      drafts.map((draft) => {
        const { row, traffic } = draft.known
        if (!traffic || !clients.has(draft.known)) return imageOf(draft)
        return { ...imageOf(draft), counted: countedOf(traffic, at, devices.get(row.id)) }
      }),
    ),
})
