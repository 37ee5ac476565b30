import type { Block } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { withPanelGuard } from '#domain/core-config/panel-guard.ts'
import { plan } from '#domain/core-config/plan.ts'
import { notice } from '#domain/notices.ts'
import { Refusal } from '#domain/refusal.ts'
import { createBindable, whyNotAt } from '../inbounds/bindable.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { realTimers } from '../platform/jobs/timers.ts'
import { hiddenBytes } from '../store/bulk-reads/core-json.ts'
import { createBinaryProvider } from './binary/binary-provider.ts'
import { checkWith } from './binary/inbound-check.ts'
import { listGeoFiles } from './geo-folder.ts'
import { type CoreHooks, noHooks } from './hooks.ts'
import { once } from './once.ts'
import { readApplied, writeApplied } from './process/applied.ts'
import { createHealth } from './process/health.ts'
import { heldClaim } from './process/held-claim.ts'
import { type InboundPort, portOf } from './process/inbound-port.ts'
import { createLastReading, startIdOf } from './process/last-reading.ts'
import { createLauncher } from './process/launch.ts'
import { servesApi } from './process/proc.ts'
import { CoreProcess } from './process/process.ts'
import { hasOpenApi, type Orphan } from './process/record.ts'
import { createRestartGuard } from './process/restart-guard.ts'
import type { CoreRun } from './process/run.ts'
import { createConfigHistory } from './reconcile/config-history.ts'
import { connectedTo } from './reconcile/connected-to.ts'
import { isLocal, templateOf } from './reconcile/desired.ts'
import { createNotOpen } from './reconcile/not-open.ts'
import { anotherInstance, createOnChange } from './reconcile/on-change.ts'
import { watchPanelAddresses } from './reconcile/panel-addresses.ts'
import { type Connected, createReconciler, panelItself } from './reconcile/reconcile.ts'
import { createTemplate } from './reconcile/template.ts'
import type { CoreDeps } from './room-deps.ts'
import { notOpenWords, uptimeOf, withProvider } from './state-words.ts'

const verifyEveryMs = 600_000

/** The core: installed, started, kept in sync with the stored state, restarted with the last working configuration. */
export function createCore(deps: CoreDeps) {
  const { config, db, bulkReads, settings, log, now, events } = deps
  const provider = createBinaryProvider({
    binFolder: config.binFolder,
    env: deps.env,
    egress: deps.egress,
    log,
    notify: events.notify,
  })
  const hidden = () => hiddenBytes(settings.current().secret)
  const versions = createConfigHistory(db, deps.commit, now)
  const hooks = noHooks()
  const apply = async (reason: string) => void (await reconciler.config(reason, panelItself))
  const panelAddresses = watchPanelAddresses(settings, deps.ownPorts, () => apply('own addresses'))
  const bindable = createBindable({ corePid: () => process_.pid() })
  const guard = (template: Block) => withPanelGuard(template, panelAddresses.current())
  const guarded = async (template: Block) => guard(await hooks.complete(template))
  const wantedTemplate = async () => guarded(templateOf(await settings.fresh()))
  /** Loaded with the first core that starts: a panel without one saves gRPC's megabytes (ADR 006). */
  const api = once(async () => {
    const { createCoreApi } = await import('./api/client.ts')
    const { createConverter } = await import('./api/convert.ts')
    return { createCoreApi, converter: createConverter(() => provider.path(), config.binFolder) }
  })
  const notOpen = createNotOpen({
    whyNot: bindable.whyNot,
    onChange: (closed) => {
      if (closed) {
        const { remark, tag, reason, reasonCoded } = closed
        events.notify(notice('inbound.not-open', { inbound: remark || tag, reason: reasonCoded ?? reason }))
      }
      events.inbounds()
    },
  })
  const reconciler = createReconciler({
    notOpen,
    db,
    bulkReads,
    log,
    secret: () => settings.current().secret,
    hidden,
    template: wantedTemplate,
    cut: (email, tags) => hooks.cut(email, tags),
    endInbound: (gone) => hooks.endInbound(gone),
    onApplied: async (applied, reason, by) => {
      const run = process_.running()
      if (run) writeApplied(config.dataFolder, run.record, applied)
      await noteVersion(applied, reason, by)
    },
    onSilent: () => health.endHung(),
    onBacklog: () => events.backlog(),
    timers: realTimers,
  })
  async function noteVersion(applied: CoreConfig, reason: string, by: Actor) {
    if (by === anotherInstance) return
    await versions
      .note(applied, templateOf(settings.current()), reason, by)
      .catch((error) => log.warn({ err: error }, 'failed to record a configuration'))
  }

  const launcher = createLauncher({
    provider,
    bulkReads,
    secret: () => settings.current().secret,
    template: wantedTemplate,
    lastTemplate: async () => {
      const last = await versions.lastTemplate()
      return last && guard(last)
    },
    desired: reconciler.desiredFor,
    ...createRestartGuard({
      running: () => (reconciler.isSilent() ? undefined : reconciler.connected()),
      notOpen,
      whyNot: bindable.whyNot,
      whyNotAt,
      assetFolder: config.binFolder,
    }),
    log,
  })

  const process_ = new CoreProcess({
    dataFolder: config.dataFolder,
    binFolder: config.binFolder,
    logFolder: config.logFolder,
    log,
    now,
    timers: realTimers,
    launch: launcher.launch,
    beforeEnd: createLastReading({
      onEnding: (ended, startId) => hooks.ending(ended, startId),
      connected: reconciler.connected,
      connect: async (address) => (await api()).createCoreApi(address),
      timers: realTimers,
      log,
    }),
  })

  const health = createHealth({ core: process_, reconciler, events, log })

  process_.onStarted((run: CoreRun) => {
    const given = launcher.started()
    if (!given) return
    writeApplied(config.dataFolder, run.record, given.start.config)
    connect(run, given.start)
    if (given.whole) void noteVersion(given.start.config, 'start', reconciler.author())
    else events.notify(notice('core.partly-started'))
    events.state(process_.state())
  })
  process_.onEnded(({ expected, said }) => {
    const core = reconciler.connected()
    if (core) {
      reconciler.disconnect(core.api)
      core.api.close()
    }
    events.state(process_.state())
    if (!expected) events.notify(notice('core.ended', { reason: said }))
  })

  function connect(run: CoreRun, start: Pick<Connected, 'config' | 'inbounds'>): void {
    api()
      .then((how) => {
        hooks.connected()
        return reconciler.connect(connectedTo(how, run.record.api, startIdOf(run.record), start))
      })
      .catch((error) => log.error({ err: error }, 'failed to sync the core'))
  }

  /** R44: keeps an orphan that runs the wanted configuration, apart from live changes; its clients notice nothing. */
  async function adopted(orphan: Orphan): Promise<boolean> {
    const { record } = orphan
    const applied = record && readApplied(config.dataFolder, record)
    if (!record || !applied || hasOpenApi(record) || !servesApi(record)) return false
    try {
      const { inbounds, config: wanted } = await reconciler.desiredFor(await wantedTemplate())
      if (plan(applied, wanted).restart.length > 0 || !(await hooks.canCut(record.pid))) return false
      if (provider.located()) await provider.provide() // to get its version
      const run = process_.adopt(orphan)
      connect(run, { config: applied, inbounds })
      log.info({ pid: record.pid }, 'adopted the core of the previous panel')
      return true
    } catch (error) {
      log.warn({ err: error }, 'failed to adopt the core of the previous panel')
      return false
    }
  }

  const check = checkWith(provider, { binFolder: config.binFolder, hidden, now })
  const template = createTemplate({
    db,
    settings,
    save: settings.set,
    check,
    versions,
    candidate: async (wanted, past) => (await reconciler.desiredFor(await guarded(wanted), past)).config,
    running: () => reconciler.connected()?.config,
    geoFiles: () => listGeoFiles(config.binFolder),
    complete: (wanted) => hooks.complete(wanted),
  })

  return {
    /** Rooms on higher floors attach themselves before the start. */
    attach: (given: Partial<CoreHooks>) => void Object.assign(hooks, given),
    bindable,
    panelAddresses,
    start(): void {
      // The panel is already up and never waits for the core (R38).
      if (provider.disabled) return
      const orphan = process_.findOrphan()
      void (async () => {
        if (orphan && (await adopted(orphan))) return events.state(process_.state())
        if (orphan) await process_.endOrphan(orphan)
        await process_.start().catch(() => {}) // it has logged why, and tries again
        events.state(process_.state())
      })().catch((error) => {
        log.warn({ err: error }, 'the core does not run')
        events.state(process_.state())
      })
    },
    async stop(): Promise<void> {
      provider.abort()
      reconciler.stop()
      await process_.close()
      reconciler.connected()?.api.close()
    },
    /** For a panel that restarts in this process: the core goes on, and the next panel adopts it. */
    async leave(): Promise<void> {
      provider.abort()
      reconciler.stop()
      await process_.leave()
      reconciler.connected()?.api.close()
    },
    status: (): CoreStatus => ({
      ...notOpenWords(withProvider(health.state(), provider.trouble()), notOpen.list()),
      version: provider.version(),
      ...uptimeOf(process_.running(), now()),
    }),
    async stopService(): Promise<null> {
      if (process_.state().state !== 'running') throw new Refusal('core.not-running')
      await process_.stop()
      events.notify(notice('core.stopped'))
      return null
    },
    async restartService(readyMs?: number): Promise<null> {
      launcher.forget()
      await process_.restart(readyMs)
      events.notify(notice('core.restarted'))
      return null
    },
    /** It would go on while another panel takes this one's place. */
    survives: () => process_.running()?.noFifo === undefined,
    /** Pid of the running core. */
    pid: () => process_.running()?.record.pid,
    /** Also while it is starting or ending: it may already or still hold ports. */
    anyPid: () => process_.pid(),
    notOpen: notOpen.list,
    /** What the running core holds for an inbound. */
    held(id: number) {
      const core = reconciler.connected()
      return core && heldClaim(core.inbounds.get(id), core.config)
    },
    /** Unique per core process; a panel that adopts one sees the same. */
    startId(): string | undefined {
      const run = process_.running()
      return run && startIdOf(run.record)
    },
    api: () => reconciler.connected()?.api,
    connected: reconciler.connected,
    /** Where the running inbounds listen. */
    inboundPorts: (): InboundPort[] =>
      [...(reconciler.connected()?.inbounds.values() ?? [])].filter(isLocal).map(portOf),
    /** An inbound as it runs. */
    inbound: (id: number) => reconciler.connected()?.inbounds.get(id),
    pending: reconciler.pending,
    backlog: reconciler.backlog,
    refuse: reconciler.refuse,
    onLine: process_.onLine,
    onEnded: process_.onEnded,
    words: () => process_.recentLines(50).join('\n'),
    configText: () => reconciler.currentText(),
    /** What the next core would get. */
    desired: async () => reconciler.desiredFor(await wantedTemplate()),
    wantedTemplate,
    section: reconciler.section,
    /** Something besides the stored state changed the core's configuration. */
    apply,
    onChange: createOnChange(reconciler, log),
    check,
    template,
    versions,
    provider,
    heartbeat: health.job,
    verify: { name: 'core-verify', everyMs: verifyEveryMs, run: () => reconciler.verify() } satisfies Job,
  }
}

export type Core = ReturnType<typeof createCore>
