import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { merged } from '#domain/traffic/delta.ts'
import { createAssign } from '#server/clients/assign.ts'
import { createDeviceKeys } from '#server/clients/device-keys.ts'
import { createMetering } from '#server/clients/metering.ts'
import { createClients } from '#server/clients/service.ts'
import { createWriting } from '#server/clients/writing.ts'
import { createReadReport } from '#server/fleet/adapters/reports.ts'
import { createSluice } from '#server/fleet/adapters/sluice.ts'
import { createThreeXUi } from '#server/fleet/adapters/three-x-ui.ts'
import type { NodeCalls } from '#server/fleet/registry/calls.ts'
import type { Heartbeat } from '#server/fleet/registry/heartbeat.ts'
import { createWarnings } from '#server/fleet/registry/warnings.ts'
import { createDesired } from '#server/fleet/sync/desired.ts'
import { createReadState } from '#server/fleet/sync/diff.ts'
import { createManagedRows } from '#server/fleet/sync/managed.ts'
import { createPending } from '#server/fleet/sync/pending.ts'
import { createResults } from '#server/fleet/sync/results.ts'
import { createUnmanagedClients } from '#server/fleet/sync/unmanaged.ts'
import { createWorker } from '#server/fleet/sync/worker.ts'
import { createWorkers } from '#server/fleet/sync/workers.ts'
import { createCounters } from '#server/fleet/usage/counters.ts'
import { createInboundEdits } from '#server/inbounds/edits.ts'
import { createInboundReset } from '#server/inbounds/reset.ts'
import { createInbounds } from '#server/inbounds/service.ts'
import { soleLeader } from '#server/instance/leadership.ts'
import { silentLog } from '#server/platform/log.ts'
import { clientsChanged } from '#server/store/changes/change.ts'
import { type CommitHooks, createCommit } from '#server/store/changes/commit.ts'
import { openDb, type Tx } from '#server/store/open.ts'
import { createRates } from '#server/traffic/rates.ts'
import type { NodeKind } from './history.ts'

/** A rule that is left out on purpose: the simulation must notice. */
export type Broken = 'nothing' | 'tombstone' | 'cursor' | 'delta' | 'intent'

const by = { userId: 1, actor: { kind: 'job' as const, name: 'simulation', address: '' } }

/** The parts of a panel that the fleet concerns, on a real database and with a clock of their own. */
export async function createCentre() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fleet-'))
  let time = 1_800_000_000_000
  const now = () => time
  const db = await openDb({ kind: 'sqlite', file: join(folder, 'x-ui.db') }, silentLog, now)
  const hooks: CommitHooks = { listeners: [] }
  let afterRead: (() => Promise<void>) | undefined
  const commit = createCommit({ db, now, log: silentLog, hooks })
  const writing = createWriting({ db, now, commit, outboundTags: async () => new Set() })
  const metering = createMetering(writing, () => 'UTC')
  const deviceKeys = createDeviceKeys(writing)
  const inboundDeps = {
    db,
    now,
    commit,
    clients: createAssign(writing),
    bindable: { whyNot: async () => undefined },
    hooks: {
      onlineByInbound: async () => [],
      releaseHosts: async () => {},
      keepsAddressKeys: async () => {},
      ownPorts: () => [],
      ownTags: () => [],
      held: () => undefined,
      tryInCore: async () => {},
    },
  }

  /** Everything that a process keeps in memory: made anew by a restart. */
  function start(call: NodeCalls, broken: Broken, kind: NodeKind) {
    const pending = createPending(db, now)
    const desired = createDesired(db)
    const warnings = createWarnings(now)
    const traffic = {
      rates: createRates(db, () => false),
      add: (tx: Tx, deltas: Parameters<typeof metering.count>[1]) => metering.count(tx, deltas, now()),
      placed: async () => {},
    }
    const counters = createCounters({ db, now, pending, desired, traffic, warnings })
    const managedRows = createManagedRows(db, now)
    const readOnly = createReadState({ db, desired, managedRows })
    const readState: typeof readOnly = async (...what) => {
      const state = await readOnly(...what)
      if (kind === '3x-ui') await afterRead?.()
      return state
    }
    const unmanaged = createUnmanagedClients({ db, managedRows })
    const parts = { db, commit, now, call, log: silentLog, pending, managedRows, counters, readState }
    const results = createResults({
      ...parts,
      ...(broken === 'cursor' && {
        pending: { ...pending, done: doneWhatever, doneMany: allDoneWhatever },
      }),
      ...(broken === 'intent' && { managedRows: { ...managedRows, recordClients: recordedAlready } }),
    })
    const worker = createWorker({ ...parts, results, unmanaged, warnings, onStored() {} })
    const readReport = createReadReport({
      ...parts,
      addresses: { take: async () => null },
      sightings: { seen: async () => {} },
    })
    const heartbeat = {
      nodes: () => db.read.selectFrom('nodes').selectAll().orderBy('id').execute(),
      beat: () => (kind === 'sluice' ? { status: 'online', said: { fleet: 2 } } : undefined),
      setReporting() {},
    } as unknown as Heartbeat // what the workers use of it
    const workers = createWorkers({
      ...parts,
      heartbeat,
      worker: {
        async round(node, ...what) {
          if (broken === 'tombstone') await forgetDeleted(node)
          await worker.round(node, ...what)
        },
      },
      threeXUi: createThreeXUi(parts),
      sluice: createSluice({ call, readReport }),
      readReport,
      leadership: soleLeader(),
      otherInstances: { onNode: () => [] },
    })
    hooks.listeners = [{ name: 'fleet', inTx: pending.inTx }] // rounds are begun by the simulation
    return { workers, counters }
  }

  /** Forgets deleted clients without a word to the node. */
  async function forgetDeleted(node: number): Promise<void> {
    await db.write(async (tx) => {
      const left = tx.selectFrom('clients').select('id')
      const keys = await tx
        .selectFrom('fleet_log')
        .select('key')
        .where('node_id', '=', node)
        .where('kind', '=', 'client')
        .where('key', 'not in', left)
        .execute()
      for (const { key } of keys) {
        await tx
          .deleteFrom('fleet_log')
          .where('node_id', '=', node)
          .where('kind', '=', 'client')
          .where('key', '=', key)
          .execute()
        await tx
          .deleteFrom('node_client_traffics')
          .where('node_id', '=', node)
          .where('client_id', '=', key)
          .execute()
      }
    })
  }

  async function doneWhatever(
    tx: Tx,
    { node_id, kind, key }: { node_id: number; kind: 'inbound' | 'client'; key: number },
  ) {
    await tx
      .deleteFrom('fleet_log')
      .where('node_id', '=', node_id)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
    return true
  }

  async function allDoneWhatever(tx: Tx, keys: readonly Parameters<typeof doneWhatever>[1][]): Promise<void> {
    for (const key of keys) await doneWhatever(tx, key)
  }

  return {
    db,
    commit,
    now,
    by,
    advance(ms: number) {
      time += ms
    },
    inbounds: createInbounds(inboundDeps),
    edits: createInboundEdits({
      ...inboundDeps,
      resets: createInboundReset({ db, now, keepUndo: async () => 0 }),
    }),
    clients: createClients(writing),
    /** Changes the keys of a client's devices. */
    keys: (email: string, edit: (secrets: string) => string) =>
      commit(by.actor, async (tx) => {
        const { id } = await tx
          .selectFrom('clients')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
        const change = await deviceKeys.change(tx, id, (client) => edit(client.deviceSecrets))
        return { result: null, ...clientsChanged(change ? [change] : []) }
      }),
    start,
    /** Something that happens between reading a node's state and what follows from it. */
    afterRead(work: (() => Promise<void>) | undefined) {
      afterRead = work
    },
    /** Sums of nodes become bytes, and limits are judged, as in the panel's tick. */
    tick: ({ counters }: ReturnType<typeof start>, broken: Broken) =>
      commit(by.actor, async (tx) => {
        const far = counters.waiting() ? await counters.write(tx) : { deltas: [], committed: () => {} }
        await metering.count(tx, merged(far.deltas), now()) // a client may have moved on several nodes
        await counters.renewLimits(
          tx,
          far.deltas.map(({ name }) => name),
        )
        const moved = new Set(far.deltas.map(({ name }) => name))
        const at = { now: now(), zone: 'UTC', held: false, moved, movedSince: now(), uncounted: new Map() }
        const { changes } = await metering.settle(tx, at)
        if (broken === 'delta') await tx.updateTable('node_client_traffics').set({ up: 0, down: 0 }).execute()
        return {
          result: undefined,
          change: { kind: 'clients-changed' as const, clients: changes },
          committed: far.committed,
        }
      }),
    async empty(): Promise<void> {
      await db.write(async (tx) => {
        for (const table of [
          'fleet_log',
          'node_inbounds',
          'node_former_clients',
          'node_client_traffics',
          'client_inbounds',
          'clients',
          'client_traffics',
          'client_tombstones',
          'inbounds',
          'nodes',
          'audit',
        ] as const)
          await tx.deleteFrom(table).execute()
      })
    },
    async stop(): Promise<void> {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Says that it is stored, and stores nothing. */
const recordedAlready = async (_tx: Tx, _node: number, intents: readonly { clientId: number }[]) =>
  new Set(intents.map(({ clientId }) => clientId))

export type Centre = Awaited<ReturnType<typeof createCentre>>
