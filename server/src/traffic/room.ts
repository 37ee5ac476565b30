import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '#contract/settings.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import type { Counter } from '#domain/traffic/ledger.ts'
import type { Hub } from '../events/hub.ts'
import type { Change, Publish } from '../platform/changes/bus.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Outbound } from '../platform/egress/safe-fetch.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { ownZone } from '../platform/system-time-zone.ts'
import { createClockWatch } from './clock.ts'
import { createCollector, guarded, type Pending, type Sums } from './collect.ts'
import { createInform } from './inform.ts'
import { createLimits, type Enforced, type LimitTick, nothingEnforced, type Owners } from './limits.ts'
import { createStats } from './stats.ts'
import { createTelling } from './telling.ts'

export interface Counting {
  counters(): Promise<readonly Counter[]>
}

export interface TrafficDeps {
  db: Db
  now: () => number
  monotonic?: () => number
  log: Log
  publish: Publish
  hub: Pick<Hub, 'publish' | 'count' | 'onConnect'>
  outbound: Outbound
  settings: () => Settings
  core: {
    /** Names the process of the core that runs; undefined where none does. */
    startId(): string | undefined
    api(): Counting | undefined
    restartService(): Promise<unknown>
  }
  clients: Sums['clients'] & Owners['clients'] & { openMissing(tx: Tx): Promise<void> }
  inbounds: Sums['inbounds'] & Owners['inbounds']
  outbounds: Sums['outbounds'] & {
    list(): Promise<{ id: number; tag: string; up: number; down: number; total: number }[]>
  }
  record: Sums['record']
  /** Bytes that the kernel delivered and the core has not counted yet, by email: only to cut in time. */
  live: { uncounted(): Promise<ReadonlyMap<string, number>> }
  online: () => readonly string[]
  /** After the commit and before anybody is told: who moved is online. `done`: the core was read and the sums stored. */
  ticked: (deltas: readonly Delta[], at: number, tookMs: number, done: boolean) => void
}

interface Collected {
  deltas: Delta[]
  enforced: Enforced
  at: number
  tookMs: number
  /** Why the core was not read: limits hold all the same. */
  silence: unknown
}

const everyMs = 5_000
/** A kernel that is slow to answer does not hold up a tick. */
const patienceMs = 1_000
const nobody: ReadonlyMap<string, number> = new Map()
const nobodyUnjudged: { emails: ReadonlySet<string>; since: number } = {
  emails: new Set(),
  since: Number.POSITIVE_INFINITY,
}

/** The panel's own zone is the machine's unless a setting names one. */
const zoneOf = ({ timeLocation }: Settings): string =>
  timeLocation === 'Local' || timeLocation === '' ? ownZone() : timeLocation

/** Every byte once, every limit on time: the core is read each five seconds, stored, judged, told. */
export function createTraffic(deps: TrafficDeps) {
  const { db, now, log, core, publish, settings } = deps
  const serial = createSerial()
  const collector = createCollector(deps)
  const limits = createLimits(db, deps)
  const clock = createClockWatch({
    now,
    monotonic: deps.monotonic ?? (() => performance.now()),
    log,
    notify: (notice) => deps.hub.publish('notification', notice),
  })
  const inform = createInform(deps)
  const stats = createStats(db)
  const tell = createTelling({ ...deps, stats, inform })
  let opened = false
  let ending: Promise<void> = Promise.resolve()
  /** Who moved in ticks whose limits failed: the next tick judges them too, else a first use would be missed. */
  let unjudged = nobodyUnjudged
  let lastTick = { at: 0, tookMs: 0, moved: 0 }

  /** Undefined where no core runs, or where it was another one before its answer came. */
  async function readCore(): Promise<Pending | undefined> {
    const startId = core.startId()
    const counters = startId && (await core.api()?.counters())
    return counters && core.startId() === startId ? collector.read(startId, counters) : undefined
  }

  async function liveBytes(): Promise<ReadonlyMap<string, number>> {
    if (!core.startId()) return nobody
    const late = new AbortController()
    try {
      const patience = wait(patienceMs, nobody, { signal: late.signal, ref: false }).catch(() => nobody)
      return await Promise.race([deps.live.uncounted(), patience])
    } catch (error) {
      log.warn({ err: error }, 'live bytes could not be read')
      return nobody
    } finally {
      late.abort()
    }
  }

  async function store(
    pending: Pending | undefined,
    tick: Omit<LimitTick, 'moved' | 'movedSince'>,
  ): Promise<{ deltas: Delta[]; enforced: Enforced }> {
    try {
      const stored = await db.write(async (tx) => {
        const deltas = pending ? await collector.write(tx, pending, tick.now) : []
        const moved = new Set(deltas.filter((d) => d.kind === 'client').map((d) => d.name))
        const all = new Set([...unjudged.emails, ...moved])
        const judging = { ...tick, moved: all, movedSince: Math.min(unjudged.since, tick.now) }
        let enforced: Enforced | undefined
        await guarded(tx, log, 'limits', async () => {
          enforced = await limits.enforce(tx, judging)
        })
        return { deltas, enforced, judging }
      })
      const { deltas, enforced, judging } = stored
      unjudged = enforced ? nobodyUnjudged : { emails: judging.moved, since: judging.movedSince }
      if (pending) await collector.committed(pending)
      return { deltas, enforced: enforced ?? nothingEnforced }
    } catch (error) {
      collector.failed()
      throw error
    }
  }

  /** Reads, stores and judges; what follows from it comes after the commit and outside the line. */
  async function collect(
    read: () => Promise<Pending | undefined>,
    uncountedBytes: () => Promise<ReadonlyMap<string, number>>,
  ): Promise<Collected> {
    const began = performance.now()
    if (!opened) await db.write((tx) => deps.clients.openMissing(tx))
    opened = true
    let silence: unknown
    const pending = await read().catch((error: unknown) => {
      silence = error
      return undefined
    })
    const uncounted = await uncountedBytes() // after the counters: a byte is never seen in both
    const at = now()
    const { held } = clock.judge()
    const tick = { now: at, zone: zoneOf(settings()), held, uncounted }
    const asked = { ...tick, moved: unjudged.emails, movedSince: unjudged.since }
    const idle = !pending && !(await limits.isAnyDue(asked))
    const stored = idle ? { deltas: [], enforced: nothingEnforced } : await store(pending, tick)
    return { ...stored, at, tookMs: performance.now() - began, silence }
  }

  /** One reading at a time; one that fails is counted as such. */
  function inTurn(...how: Parameters<typeof collect>): Promise<Collected> {
    const began = performance.now()
    return serial(() => collect(...how)).catch((error: unknown) => {
      deps.ticked([], now(), performance.now() - began, false)
      throw error
    })
  }

  /** Whoever listens hears of a tick after its commit. */
  async function follow({ deltas, enforced, at, tookMs, silence }: Collected): Promise<void> {
    lastTick = { at, tookMs, moved: deltas.length }
    deps.ticked(deltas, at, tookMs, !silence)
    const change = changeOf(enforced)
    if (change) await publish(change)
    await tell(deltas, at)
    if (silence) throw silence
  }

  async function run(): Promise<void> {
    const collected = await inTurn(readCore, liveBytes)
    const ended = collected.enforced.went.some((w) => w.transition === 'ended')
    if (settings().restartXrayOnClientDisable && ended)
      // Not awaited: before the core ends it is read once more, in this very line.
      void core.restartService().catch((error) => log.error({ err: error }, 'the core did not restart'))
    await follow(collected)
  }

  /**
   * The core is about to be ended. Its last bytes are judged like those of every tick: they may be the first use of a
   * delayed start, or the end of a quota. Bytes that it has not counted by now are never counted, so they cut nobody.
   */
  function lastReading(api: Counting, startId: string): Promise<void> {
    const read = async () => collector.read(startId, await api.counters())
    const reading = inTurn(read, async () => nobody).then(follow)
    ending = reading.catch(() => {}) // whoever asked for it is told
    return reading
  }

  return {
    job: { name: 'traffic', everyMs, run } satisfies Job,
    tick: run,
    lastReading,
    /** Names under which the core counts, for whoever renames a client. */
    names: {
      async renamed(tx: Tx, from: string, to: string): Promise<void> {
        const startId = core.startId()
        if (startId) await collector.renamed(tx, startId, from, to)
      },
      taken: collector.taken,
    },
    counted: collector.counted,
    lastTick: () => lastTick,
    clock: {
      state: () => clock.judge(),
      accept: clock.accept,
    },
    /** The last reading ends first: what it found is stored, and told to the external receiver. */
    async stop(): Promise<void> {
      await ending
      await inform.stop()
    },
  }
}

export type Traffic = ReturnType<typeof createTraffic>

/** One change for all of it: whoever listens to inbounds hears of their clients too. */
function changeOf({ clients, inboundIds }: Enforced): Change | undefined {
  if (inboundIds.length > 0) return { kind: 'inbounds-changed', ids: inboundIds, removed: [], clients }
  return clients.length > 0 ? { kind: 'clients-changed', clients } : undefined
}
