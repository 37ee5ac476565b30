import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { createPanel } from '#server/app/panel.ts'
import { QueryStatsResponseSchema } from '#server/core/api/generated/core_pb.ts'
import { readCounters } from '#server/core/api/pieces.ts'
import { readConfig } from '#server/platform/config.ts'
import { silentLog } from '#server/platform/log.ts'
import type { WritableDb } from '#server/store/open.ts'
import { setsFor } from '#server/store/sets.ts'

const GB = 1_073_741_824
export const emailOf = (i: number): string => `client-${i}@bench`

/** A third has a quota, a third an expiry, some have a delayed start. */
async function fill(db: WritableDb, count: number) {
  const sets = setsFor(db.engine)
  const numbers = Array.from({ length: count }, (_, i) => i)
  const limits = (i: number) => ({
    email: emailOf(i),
    enable: true,
    expiry_time: i % 10 === 9 ? -864_000_000 : i % 3 === 0 ? Date.now() + 1e10 : 0,
    reset: 0,
  })
  await db.write(async (tx) => {
    await sets.insert(
      tx,
      'clients',
      numbers.map((i) => ({
        ...limits(i),
        email_key: emailOf(i),
        uuid: randomUUID(),
        sub_id: `sub-${i}`,
        total_gb: i % 3 === 1 ? 1e6 * GB : 0,
      })),
      {
        email: 'text',
        enable: 'bool',
        expiry_time: 'int',
        reset: 'int',
        email_key: 'text',
        uuid: 'text',
        sub_id: 'text',
        total_gb: 'int',
      },
    )
    await sets.insert(
      tx,
      'client_traffics',
      numbers.map((i) => ({ ...limits(i), total: i % 3 === 1 ? 1e6 * GB : 0 })),
      { email: 'text', enable: 'bool', expiry_time: 'int', reset: 'int', total: 'int' },
    )
  })
}

/** The core's reply with these counters. */
export function packedOf(values: Iterable<[string, number]>): Buffer<ArrayBuffer> {
  const stat = [...values].map(([name, value]) => ({ name, value: BigInt(value) }))
  return Buffer.from(toBinary(QueryStatsResponseSchema, create(QueryStatsResponseSchema, { stat })))
}

/** A whole panel whose core is replaced by replies in the real wire format. */
export async function openStage(folder: string, count: number, env: Record<string, string>) {
  const values = new Map<string, number>()
  let packed: Buffer = Buffer.alloc(0)
  const core = {
    startId: () => 'life',
    api: () => ({ counters: () => readCounters(packed) }),
    restartService: async () => {},
  }
  const config = readConfig({ SLUICE_DB_FOLDER: folder, SLUICE_CORE_BIN: 'none', ...env }, {})
  process.env.SLUICE_CORE_BIN = 'none'
  const panel = await createPanel(config, {
    log: silentLog,
    now: Date.now,
    print: () => {},
    metering: { core, live: { uncounted: async () => new Map() } },
  })
  await fill(panel.db, count)
  function moveUser(user: string, up: number, down: number): [number, number] {
    const add = (way: string, bytes: number) => {
      const name = `user>>>${user}>>>traffic>>>${way}`
      const value = (values.get(name) ?? 0) + Math.floor(bytes)
      values.set(name, value)
      return value
    }
    return [add('uplink', up), add('downlink', down)]
  }
  return {
    panel,
    file: join(folder, 'sluice.db'),
    /** Adds bytes to both counters of a client and returns the readings. */
    move: (i: number, up: number, down: number) => moveUser(emailOf(i), up, down),
    moveUser,
    /** The core's reply, encoded before anything is measured. */
    pack() {
      packed = packedOf(values)
    },
    /** A reply that was encoded by another process. */
    give(reply: Buffer) {
      packed = reply
    },
  }
}
