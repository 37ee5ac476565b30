import type { Coded } from '#contract/coded.ts'
import { untouchable } from '#domain/nodes/status.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Leadership } from '../../instance/leadership.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { OtherInstances } from '../../presence/other-instances.ts'
import type { Base } from '../../settings/base-services.ts'
import type { MadeChange } from '../../store/changes/change.ts'
import { hashesDiffer, newSession, type Session } from '../adapters/adapter.ts'
import { createChangeFeeds } from '../adapters/change-feed.ts'
import type { ReadReport } from '../adapters/reports.ts'
import type { Sluice } from '../adapters/sluice.ts'
import type { ThreeXUi } from '../adapters/three-x-ui.ts'
import type { NodeCalls, NodeRow } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import type { Counters } from '../usage/counters.ts'
import { createActive } from './active.ts'
import type { Pending } from './pending.ts'
import type { Worker } from './worker.ts'

interface Deps extends Pick<Base, 'db' | 'log' | 'now'> {
  call: NodeCalls
  heartbeat: Heartbeat
  pending: Pending
  counters: Counters
  worker: Worker
  threeXUi: ThreeXUi
  sluice: Sluice
  readReport: ReadReport
  /** Only the leader's workers talk to nodes; the others know what it tells them. */
  leadership: Leadership
  otherInstances: Pick<OtherInstances, 'onNode'>
}

/** What this process knows of one node. Lost with the process: then everything is compared once more. */
interface State {
  running?: Promise<void> | undefined
  again: boolean
  comparedAt: number
  /** What only a compare finds changed since the last one began. */
  compareSoon: boolean
  /** Before this time no round begins unless something changes here. */
  restsUntil: number
  guid: string
  error: Coded | undefined
  /** The node understands our own calls. */
  isSluice: boolean
  session: Session
}

const everyMs = 5_000
const compareEveryMs = 3_600_000
/** What is not known of a node before the first contact, and after a failed one. */
const unknown = () => ({ comparedAt: 0, error: undefined, session: newSession() })

/** One worker per node, each with its own queue: a node that hangs delays nobody else. */
export function createWorkers(deps: Deps) {
  const { db, now, log, call, heartbeat, pending, counters, worker } = deps
  const states = new Map<number, State>()
  const active = createActive(db)
  let ending = new AbortController()

  function stateOf(id: number): State {
    const fresh = { again: false, compareSoon: false, restsUntil: 0, guid: '', isSluice: false }
    const state = states.get(id) ?? { ...fresh, ...unknown() }
    states.set(id, state)
    return state
  }

  const isTouchable = (id: number): boolean => !untouchable.has(heartbeat.beat(id)?.error?.code ?? '')

  const guidOf = (row: NodeRow): string => heartbeat.beat(row.id)?.said?.guid ?? row.guid

  /** At first contact, when another panel answers, when it changed by itself, and every hour. */
  function mustCompare(state: State, row: NodeRow): boolean {
    const isOther = guidOf(row) !== '' && guidOf(row) !== state.guid
    return (
      isOther || state.compareSoon || state.comparedAt === 0 || now() - state.comparedAt >= compareEveryMs
    )
  }

  /** By the node's status; while it has none, the last one counts. */
  function isSluice(id: number): boolean {
    const state = stateOf(id)
    const said = heartbeat.beat(id)?.said
    if (said) state.isSluice = said.fleet >= 1
    return state.isSluice
  }

  async function round(row: NodeRow, state: State, signal: AbortSignal): Promise<void> {
    state.restsUntil = 0
    const isDue = mustCompare(state, row)
    state.compareSoon = false
    const adapter = isSluice(row.id)
      ? deps.sluice(row, state.session, signal, feeds.isOn(row.id))
      : deps.threeXUi(row, state.session, signal)
    await worker.round(row.id, adapter, isDue, () =>
      Object.assign(state, { comparedAt: now(), guid: guidOf(row) }),
    )
    if (await active.mayRest(row.id)) state.restsUntil = now() + compareEveryMs
  }

  async function run(id: number, state: State, signal: AbortSignal): Promise<void> {
    const row = (await heartbeat.nodes()).find((node) => node.id === id)
    if (!row?.enable || !isTouchable(id)) {
      state.session.online.clear()
      feeds.end(id)
      return
    }
    try {
      await round(row, state, signal)
      state.error = undefined
    } catch (error) {
      // What the node has by now is not known: the next contact is like the first one.
      feeds.end(id) // if it does not answer, the heartbeat finds out
      Object.assign(state, unknown())
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
    const some = await active.nodes()
    const due = await pending.dueNodes(db.read)
    const isDue = (row: NodeRow) => {
      const state = stateOf(row.id)
      if (!row.enable || !some.has(row.id) || state.restsUntil > now()) return false
      // A node that is listened to needs a round only if something is to be done.
      if (!state.isSluice || !feeds.isOn(row.id)) return true
      return due.has(row.id) || mustCompare(state, row) || hashesDiffer(state.session)
    }
    return rows.filter(isDue).map(({ id }) => wake(id))
  }

  const feeds = createChangeFeeds({
    log,
    call,
    leadership: deps.leadership,
    readReport: deps.readReport,
    heartbeat,
    sessionOf: (id) => stateOf(id).session,
    wake,
  })

  async function everyFiveSeconds(): Promise<void> {
    const rows = await heartbeat.nodes()
    await wakeAll()
    const isThere = ({ id }: NodeRow) => heartbeat.beat(id)?.status === 'online' && isTouchable(id)
    feeds.keep(rows.filter((row) => row.enable && isThere(row) && isSluice(row.id)))
  }

  /** What this process knows of nodes is outdated once another one leads. */
  function forgetAll(): void {
    feeds.stop()
    for (const state of states.values()) Object.assign(state, unknown(), { restsUntil: 0 })
    active.forget()
    counters.forgetAll()
  }
  deps.leadership.watch({ ends: forgetAll })

  /** Another instance touched nodes: which ones, is in the table. */
  function refresh(): void {
    active.forget()
    if (deps.leadership.leads())
      void wakeAll().catch((error: unknown) =>
        log.error({ err: error }, 'failed to wake the workers of nodes'),
      )
  }

  const online = (id: number): readonly string[] => [...(states.get(id)?.session.online ?? [])]

  return {
    wakeAll,
    wake,
    /** The node reports its changes by itself. */
    isListening: feeds.isOn,
    /** Tests start and stop panels; jobs are started after this. */
    job: { name: 'fleet', everyMs, leaderOnly: true, run: everyFiveSeconds } satisfies Job,
    refresh,
    /** It takes other things than before: what it has is compared with all of it. */
    compareSoon(id: number): void {
      stateOf(id).compareSoon = true
      if (active.isKnown(id)) void wake(id)
    },
    places: (): { email: string; place: string }[] =>
      [...states].flatMap(([id, state]) =>
        [...state.session.online].map((email) => ({ email, place: `node ${id}` })),
      ),
    onChange(change: MadeChange): void {
      if (change.kind === 'nodes-changed')
        for (const id of change.ids) {
          const state = stateOf(id)
          feeds.end(id)
          Object.assign(state, unknown(), { guid: '', isSluice: false })
          counters.forget(id)
          if (active.isKnown(id)) void wake(id)
        }
      if (change.foreign) refresh()
      for (const id of pending.taken()) {
        active.add(id)
        void wake(id)
      }
    },
    /** Runs `work` while no round with this node runs; a round that is requested meanwhile follows. */
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
    /** Clients of ours that are online there; only the leader knows. */
    online,
    /** The same at every instance. */
    onlineOn: (id: number): readonly string[] =>
      deps.leadership.leads() ? online(id) : deps.otherInstances.onNode(id),
    /** How many on each of its inbounds, by its tag there; undefined if the node does not say. */
    onlineByTag: (id: number): ReadonlyMap<string, number> | undefined => states.get(id)?.session.onlineByTag,
    /** On any node. */
    everyone(): Set<string> {
      const all = new Set<string>()
      for (const state of states.values()) for (const email of state.session.online) all.add(email)
      return all
    },
    error: (id: number): Coded | undefined => states.get(id)?.error,
    async stop(): Promise<void> {
      ending.abort()
      feeds.stop()
      await Promise.all([...states.values()].map(({ running }) => running))
      ending = new AbortController()
    },
  }
}

export type Workers = ReturnType<typeof createWorkers>
