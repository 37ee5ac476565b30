import type { Coded } from '#contract/coded.ts'
import type { Snapshot } from '#domain/fleet/snapshot.ts'
import { untouchable } from '#domain/nodes/status.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { MadeChange } from '../platform/changes/change.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db } from '../platform/db/open.ts'
import type { Leadership } from '../platform/instance/leadership.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { NodeCalls } from './calls.ts'
import type { Compare } from './compare.ts'
import type { FleetLog } from './fleet-log.ts'
import type { Heartbeat } from './heartbeat.ts'
import { oursIn, type Picture } from './pass.ts'
import type { PlacedInboundRow } from './placements.ts'
import type { Reports } from './reports.ts'
import { type NodeRow, toFields } from './row.ts'
import { hasDrifted, type Seen, seenOf } from './seen.ts'
import { createWire, type Wire } from './wire.ts'
import type { Worker } from './worker.ts'

interface Deps {
  db: Db
  commit: Commit
  now: () => number
  log: Log
  call: NodeCalls
  heartbeat: Heartbeat
  fleetLog: FleetLog
  worker: Worker
  compare: Compare
  reports: Reports
  /** Only the leader's workers talk to nodes. */
  leadership: Leadership
}

/** What this process knows of one node. Lost with the process: then everything is compared once more. */
interface State {
  running?: Promise<void> | undefined
  again: boolean
  comparedAt: number
  /** Before this time it is not looked at unless something changes here. */
  restsUntil: number
  guid: string
  /** What of ours the node had at the last look. */
  seen: Seen | undefined
  error: Coded | undefined
  online: readonly string[]
}

const everyMs = 5_000
const compareEveryMs = 3_600_000

const onlineOf = ({ clients }: Snapshot, ours: ReadonlySet<string>, emails: readonly string[]): string[] => {
  const placed = new Set(
    [...clients.values()]
      .filter(({ on }) => [...on.keys()].some((tag) => ours.has(tag)))
      .map(({ email }) => email),
  )
  return emails.filter((email) => placed.has(email))
}

const lookOf = (picture: Picture): Seen => {
  const gone = [...picture.placedInbounds.values()].filter(({ goneAt }) => goneAt > 0).map(({ tag }) => tag)
  return seenOf(picture.snapshot, oursIn(picture), gone)
}

/** One worker per node, each with its own queue: a node that hangs delays nobody else. */
export function createFleet(deps: Deps) {
  const { db, now, log, call, heartbeat, fleetLog, worker, reports } = deps
  const states = new Map<number, State>()
  /** Nodes that have something of ours, or should have; undefined before the first look. */
  let active: Set<number> | undefined
  let ending = new AbortController()

  function stateOf(id: number): State {
    const state = states.get(id) ?? {
      again: false,
      comparedAt: 0,
      restsUntil: 0,
      guid: '',
      seen: undefined,
      error: undefined,
      online: [],
    }
    states.set(id, state)
    return state
  }

  async function activeNodes(): Promise<Set<number>> {
    if (active) return active
    const found = new Set<number>()
    for (const table of ['fleet_log', 'node_inbounds', 'node_client_traffics'] as const) {
      const rows = await db.read.selectFrom(table).select('node_id').distinct().execute()
      for (const { node_id } of rows) found.add(node_id)
    }
    const placed = await db.read
      .selectFrom('inbounds')
      .select('node_id')
      .where('node_id', '>', 0)
      .distinct()
      .execute()
    for (const { node_id } of placed) if (node_id) found.add(node_id)
    active ??= found
    return active
  }

  const isTouchable = (id: number): boolean => !untouchable.has(heartbeat.beat(id)?.error?.code ?? '')

  /** At first contact, when another panel answers, when it changed by itself, and every hour. */
  function mustCompare(state: State, row: NodeRow): boolean {
    const guid = heartbeat.beat(row.id)?.said?.guid ?? row.guid
    const isOther = guid !== '' && guid !== state.guid
    if (isOther) state.guid = guid
    return isOther || state.comparedAt === 0 || now() - state.comparedAt >= compareEveryMs
  }

  /** Nothing of ours is there, nothing should be, and no late call can bring anything back. */
  async function isIdle(node: number, { wantedInbounds, placedInbounds }: Picture): Promise<boolean> {
    const isForBackups = ({ goneAt, sent }: PlacedInboundRow) => goneAt > 0 && sent === ''
    if (wantedInbounds.size > 0 || ![...placedInbounds.values()].every(isForBackups)) return false
    for (const table of ['fleet_log', 'node_client_traffics'] as const) {
      const row = await db.read
        .selectFrom(table)
        .select('node_id')
        .where('node_id', '=', node)
        .executeTakeFirst()
      if (row) return false
    }
    return true
  }

  async function work(row: NodeRow, state: State, wire: Wire): Promise<void> {
    let last: Picture | undefined
    state.restsUntil = 0
    const seen = (picture: Picture) => {
      last = picture
      reports.take(row.id, picture.snapshot)
    }
    const compareAll = async () => {
      await deps.compare(row.id, wire)
      state.comparedAt = now()
    }
    if (mustCompare(state, row)) await compareAll()
    const { settled } = await worker.round(row.id, wire, seen)
    if (!last) return
    if (state.seen && hasDrifted(state.seen, lookOf(last), settled)) {
      await compareAll()
      await worker.round(row.id, wire, seen)
    }
    if (await isIdle(row.id, last)) {
      // It is not looked at until something should be there; while a backup may bring something back, once an hour.
      if (last.placedInbounds.size === 0) active?.delete(row.id)
      else state.restsUntil = now() + compareEveryMs
    }
    state.seen = lookOf(last)
    const ours = oursIn(last)
    state.online = ours.size === 0 ? [] : onlineOf(last.snapshot, ours, await wire.online())
  }

  async function run(id: number, state: State, signal: AbortSignal): Promise<void> {
    const row = (await heartbeat.nodes()).find((node) => node.id === id)
    if (!row?.enable || !isTouchable(id)) {
      state.online = []
      return
    }
    const wire = createWire(call, toFields(row), signal)
    try {
      await work(row, state, wire)
      state.error = undefined
    } catch (error) {
      // What the node has by now is not known: the next contact is like the first one.
      Object.assign(state, { online: [], comparedAt: 0, seen: undefined })
      state.error = codedOf(error)
      if (!(error instanceof Refusal) && !signal.aborted)
        log.error({ err: error, node: id }, 'the worker of a node failed')
    }
  }

  /** A call while it runs makes it run once more. */
  async function wake(id: number): Promise<void> {
    const state = stateOf(id)
    state.again = true
    state.running ??= deps.leadership
      .asLeader(async (lost) => {
        while (state.again && !ending.signal.aborted && !lost.aborted) {
          state.again = false
          await run(id, state, AbortSignal.any([ending.signal, lost]))
        }
      })
      .catch((error: unknown) => log.error({ err: error, node: id }, 'the worker of a node failed'))
      .finally(() => {
        state.running = undefined
      })
    return state.running
  }

  async function wakeAll(): Promise<Promise<void>[]> {
    const rows = await heartbeat.nodes()
    if (rows.length === 0) return []
    const some = await activeNodes()
    const isDue = (id: number) => some.has(id) && stateOf(id).restsUntil <= now()
    return rows.filter(({ id, enable }) => enable && isDue(id)).map(({ id }) => wake(id))
  }

  /** What this process knows of nodes is outdated once another one leads. */
  function forgetAll(): void {
    for (const state of states.values())
      Object.assign(state, { comparedAt: 0, restsUntil: 0, seen: undefined, error: undefined, online: [] })
    active = undefined
    reports.forgetAll()
  }
  deps.leadership.watch({ ends: forgetAll })

  /** Another instance touched nodes: which ones, is in the table. */
  function refresh(): void {
    active = undefined
    if (deps.leadership.leads())
      void wakeAll().catch((error: unknown) =>
        log.error({ err: error }, 'failed to wake the workers of nodes'),
      )
  }

  return {
    wakeAll,
    wake,
    /** Tests start and stop panels; jobs are started after this. */
    job: { name: 'fleet', everyMs, leaderOnly: true, run: async () => void (await wakeAll()) } satisfies Job,
    refresh,
    /** Who is online on which node, for other instances. */
    places: (): { email: string; place: string }[] =>
      [...states].flatMap(([id, { online }]) => online.map((email) => ({ email, place: `node ${id}` }))),
    onChange(change: MadeChange): void {
      if (change.kind === 'nodes-changed')
        for (const id of change.ids) {
          const state = stateOf(id)
          Object.assign(state, { comparedAt: 0, guid: '', seen: undefined, error: undefined, online: [] })
          reports.forget(id)
          if (active?.has(id)) void wake(id)
        }
      if (change.foreign) refresh()
      for (const id of fleetLog.taken()) {
        active?.add(id)
        void wake(id)
      }
    },
    /** Runs while no round with this node does; a round that is wanted meanwhile follows. */
    async alone<T>(id: number, work: () => Promise<T>): Promise<T> {
      const state = stateOf(id)
      while (state.running) await state.running
      const done = work()
      state.running = done
        .then(
          () => {},
          () => {}, // thrown to the caller
        )
        .finally(() => {
          state.running = undefined
          if (state.again) void wake(id)
        })
      return done
    },
    online: (id: number): readonly string[] => states.get(id)?.online ?? [],
    /** On any node. */
    everyone(): Set<string> {
      const all = new Set<string>()
      for (const { online } of states.values()) for (const email of online) all.add(email)
      return all
    },
    error: (id: number): Coded | undefined => states.get(id)?.error,
    /** Waits for the calls that are under way. */
    async stop(): Promise<void> {
      ending.abort()
      await Promise.all([...states.values()].map(({ running }) => running))
      ending = new AbortController()
    },
  }
}

export type Fleet = ReturnType<typeof createFleet>
