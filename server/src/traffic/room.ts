import { setTimeout as wait } from 'node:timers/promises'
import { type Delta, merged, type PlaceDelta } from '#domain/traffic/delta.ts'
import type { Tick } from '../clients/metering.ts'
import type { LiveBytes } from '../connections/live-bytes.ts'
import type { Core } from '../core/room.ts'
import type { Hub } from '../events/hub.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { ClientAlerts } from '../notices/client-alerts.ts'
import type { Clock } from '../platform/clock.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import type { OnlineLists } from '../presence/online.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Change } from '../store/changes/change.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { createClockWatch } from './clock.ts'
import { createCollector, guarded, type Sums } from './collect.ts'
import { createForgiving } from './forgiven.ts'
import { createInform } from './inform.ts'
import { createLimits, type Enforced, nothingEnforced } from './limits.ts'
import { createRates } from './rates.ts'
import { asOne, createSourceReader, type Found } from './read-sources.ts'
import type { Counting, Pending, Source } from './source-ledger.ts'
import { createStats } from './stats.ts'
import { createTelling } from './telling.ts'

export interface TrafficDeps extends Clock, Sums {
  db: Db
  monotonic?: () => number
  log: Log
  commit: Commit
  hub: Pick<Hub, 'publish' | 'count' | 'onConnect'>
  egress: Egress
  settings: SettingsReader
  /** Periodic resets and the sums of nodes are the leader's part of a tick. */
  leadership: Pick<Leadership, 'leads' | 'holds'>
  /** The first is this instance's own core. */
  sources: readonly Source[]
  core: Pick<Core, 'restartService'>
  /** Bytes that the kernel delivered and the core has not counted yet, by email: used only to cut clients in time. */
  live: Pick<LiveBytes, 'uncounted'>
  online: Pick<OnlineLists, 'everywhere'>
  /** Who is told of what a tick did to clients. */
  alerts: ClientAlerts
}

/** One tick, after its commit. */
export interface Ticked {
  /** Bytes of the cores that this panel reads: a client that moved on a node is not online here. */
  here: readonly Delta[]
  /** With what nodes counted. */
  all: readonly Delta[]
  at: number
  tookMs: number
  /** The core was read and the sums were stored. */
  done: boolean
}

export interface Reports {
  waiting(): boolean
  /** Call `committed` after the commit. */
  write(tx: Tx): Promise<{ deltas: Delta[]; places: PlaceDelta[]; committed: () => void }>
  /** Clients whose bytes were added may need another limit on their nodes. */
  renewLimits(tx: Tx, emails: readonly string[]): Promise<void>
}

interface Stored {
  deltas: Delta[]
  /** Of the cores that this panel reads: a client that moved on a node is not online here. */
  here: Delta[]
  /** Where nodes counted what is in `deltas` by client. */
  places: readonly PlaceDelta[]
  enforced: Enforced
  /** Publishes what the limits changed. */
  tellChange: () => Promise<void>
}

interface Collected extends Stored, Pick<Ticked, 'at' | 'tookMs'>, Pick<Found, 'silences'> {}

const actor: Actor = { kind: 'job', name: 'traffic', address: '' }
const everyMs = 5_000
/** A slow kernel must not delay a tick. */
const patienceMs = 1_000
const nobody: ReadonlyMap<string, number> = new Map()
const nobodyUnjudged: { emails: ReadonlySet<string>; since: number } = {
  emails: new Set(),
  since: Number.POSITIVE_INFINITY,
}

const idleTick = { deltas: [], here: [], places: [], enforced: nothingEnforced, tellChange: async () => {} }

/**
 * The traffic tick: every five seconds the cores are read, bytes are stored, limits enforced and changes published. Owns
 * the tables of readings and of history; totals are stored by the rooms that own them. Offers ticks, names and the clock.
 */
export function createTraffic(deps: TrafficDeps) {
  const { db, now, log, sources, commit, settings } = deps
  const serial = createSerial()
  const rates = createRates(db, () => settings.current().trafficPerInbound)
  const collector = createCollector({ ...deps, rates })
  const reader = createSourceReader(sources, collector)
  const limits = createLimits(db, deps, deps.leadership)
  const clock = createClockWatch({
    now,
    monotonic: deps.monotonic ?? (() => performance.now()),
    log,
    notify: (notice) => deps.hub.publish('notification', notice),
  })
  const inform = createInform(deps)
  const stats = createStats(db)
  const forgiving = createForgiving(stats.sums)
  const tell = createTelling({ ...deps, stats, inform })
  const listeners: ((ticked: Ticked) => void)[] = []
  let reports: Reports | undefined
  let opened = false
  let ending: Promise<void> = Promise.resolve()
  /**
   * Clients that moved in ticks whose limits failed: the next tick checks them too, else a first use would be missed.
   */
  let unjudged = nobodyUnjudged
  let lastTick = { at: 0, tookMs: 0, moved: 0 }

  async function liveBytes(): Promise<ReadonlyMap<string, number>> {
    if (!sources[0]?.startId()) return nobody
    const late = new AbortController()
    try {
      const patience = wait(patienceMs, nobody, { signal: late.signal, ref: false }).catch(() => nobody)
      return await Promise.race([deps.live.uncounted(), patience])
    } catch (error) {
      log.warn({ err: error }, 'failed to read live bytes')
      return nobody
    } finally {
      late.abort()
    }
  }

  /** What live bytes will cost, once they are counted. */
  async function charging(live: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const rate = live.size > 0 ? await rates.live(db.read, [...live.keys()]) : undefined
    if (!rate) return live
    return new Map([...live].map(([name, bytes]) => [name, Math.floor((bytes * rate(name)) / 100)]))
  }

  async function store(
    pending: readonly Pending[],
    tick: Omit<Tick, 'moved' | 'movedSince'>,
  ): Promise<Stored> {
    try {
      const { result, tell } = await commit.toldLater(actor, async (tx, _before, include) => {
        const here = pending.length > 0 ? await collector.write(tx, pending, tick.now) : []
        const far = await addReports(tx, here, tick.now)
        const deltas = far ? merged([...here, ...far.deltas]) : here
        const moved = new Set(deltas.filter((d) => d.kind === 'client').map((d) => d.name))
        const all = new Set([...unjudged.emails, ...moved])
        const judging = { ...tick, moved: all, movedSince: Math.min(unjudged.since, tick.now) }
        let enforced: Enforced | undefined
        await guarded(tx, log, 'limits', async () => {
          const done = await limits.enforce(tx, judging)
          await include({ action: done.actions, change: changeOf(done) })
          enforced = done
        })
        const went = enforced?.went ?? []
        if (deps.alerts.concerns(went))
          await guarded(tx, log, 'alerts', () => deps.alerts.told(tx, went, deltas, tick.now))
        return { result: { deltas, here, far, enforced, judging } }
      })
      const { deltas, here, far, enforced, judging } = result
      far?.committed()
      unjudged = enforced ? nobodyUnjudged : { emails: judging.moved, since: judging.movedSince }
      await collector.committed(pending)
      const places = far?.places ?? []
      return { deltas, here, places, enforced: enforced ?? nothingEnforced, tellChange: tell }
    } catch (error) {
      collector.failed(pending)
      throw error
    }
  }

  /** Sums of nodes become bytes in the same transaction; nothing happens if there are none. */
  async function addReports(tx: Tx, here: readonly Delta[], at: number) {
    if (!reports) return undefined
    const isOurs = reports.waiting() && (await deps.leadership.holds(tx))
    const far = isOurs ? await reports.write(tx) : undefined
    if (far && far.deltas.length + far.places.length > 0) await collector.add(tx, far.deltas, at, far.places)
    const emails = [...here, ...(far?.deltas ?? [])].filter((d) => d.kind === 'client').map((d) => d.name)
    await reports.renewLimits(tx, emails)
    return far
  }

  /**
   * Reads, stores and enforces limits, inside the serial queue; everything else follows after the commit, outside it.
   */
  async function collect(
    read: () => Promise<Found>,
    uncountedBytes: () => Promise<ReadonlyMap<string, number>>,
  ): Promise<Collected> {
    const began = performance.now()
    if (!opened) await commit.upkeep((tx) => deps.clients.openMissing(tx))
    opened = true
    const { pending, silences } = await read()
    const live = await forgiving(await uncountedBytes()) // after the counters, so that no byte is in both
    const uncounted = await charging(live)
    const at = now()
    const { held } = clock.judge()
    const tick = { now: at, zone: zoneOf(settings.current()), held, uncounted }
    const asked = { ...tick, moved: unjudged.emails, movedSince: unjudged.since }
    const reported = reports?.waiting() ?? false
    const idle = pending.length === 0 && !reported && !(await limits.isAnyDue(asked))
    const stored = idle ? idleTick : await store(pending, tick)
    return { ...stored, at, tookMs: performance.now() - began, silences }
  }

  function told(ticked: Ticked): void {
    for (const listener of listeners) listener(ticked)
  }

  /** One at a time; a failure is reported as a failed tick. */
  function inTurn(...how: Parameters<typeof collect>): Promise<Collected> {
    const began = performance.now()
    return serial(() => collect(...how)).catch((error: unknown) => {
      told({ here: [], all: [], at: now(), tookMs: performance.now() - began, done: false })
      throw error
    })
  }

  /** Publishes a tick after its commit. */
  async function follow(collected: Collected): Promise<void> {
    const { deltas, here, places, tellChange, at, tookMs, silences } = collected
    lastTick = { at, tookMs, moved: deltas.length }
    told({ here, all: deltas, at, tookMs, done: silences.length === 0 })
    await tellChange()
    await tell(deltas, places, at)
    if (silences.length > 0) throw asOne(silences)
  }

  async function run(): Promise<void> {
    const collected = await inTurn(reader.all, liveBytes)
    const ended = collected.enforced.went.some((w) => w.transition === 'ended')
    if (settings.current().restartXrayOnClientDisable && ended)
      // Not awaited: a stopping core is read once more, in this same queue.
      void deps.core
        .restartService()
        .catch((error) => log.error({ err: error }, 'failed to restart the core'))
    await follow(collected)
  }

  /**
   * A source's core is about to stop. Its last bytes are treated like those of any tick: they may be the first use of a
   * delayed start, or deplete a quota. Bytes that it has not counted by now are never counted, so they cut nobody.
   */
  function lastReading(source: string, api: Counting, startId: string): Promise<void> {
    const reading = inTurn(
      () => reader.last(source, api, startId),
      async () => nobody,
    ).then(follow)
    ending = reading.catch(() => {}) // the caller gets the error
    return reading
  }

  return {
    /** `listener` is told after the commit, before anything is published. */
    onTick: (listener: (ticked: Ticked) => void) => void listeners.push(listener),
    /** What nodes counted for clients of this panel: stored with the tick, or with the next one. */
    alsoCount: (given: Reports) => {
      reports = given
    },
    job: { name: 'traffic', everyMs, run } satisfies Job,
    tick: run,
    lastReading,
    /** The cores count by name, so the clients room reports renames here. */
    names: { renamed: collector.renamed, taken: collector.taken },
    ...{ dropNames: collector.dropNames, counted: collector.counted, placed: collector.placed, rates },
    /** Bytes that a node counted, in the caller's transaction. */
    add: (tx: Tx, deltas: readonly Delta[]) => collector.add(tx, deltas, now()),
    lastTick: () => lastTick,
    clock: { state: clock.judge, accept: clock.accept },
    /** Waits for the last reading: it is stored and sent to the external receiver. */
    async stop(): Promise<void> {
      await ending
      await inform.stop()
    },
  }
}

export type Traffic = ReturnType<typeof createTraffic>

/** One change for everything: listeners to inbounds hear of their clients too. */
function changeOf({ clients, inboundIds }: Enforced): Change | undefined {
  if (inboundIds.length > 0) return { kind: 'inbounds-changed', ids: inboundIds, removed: [], clients }
  return clients.length > 0 ? { kind: 'clients-changed', clients } : undefined
}
