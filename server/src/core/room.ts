import type { Block } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import { plan } from '#domain/core-config/plan.ts'
import { notice } from '#domain/notices.ts'
import { Refusal } from '#domain/refusal.ts'
import { createBindable } from '../inbounds/bindable.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { realTimers } from '../platform/jobs/timers.ts'
import { createApiLoader } from './api/load.ts'
import { createBinaryProvider } from './binary/binary-provider.ts'
import { createCheck } from './binary/inbound-check.ts'
import type { CoreDeps } from './hooks.ts'
import { type CoreHooks, noHooks } from './hooks.ts'
import { createLastReading } from './process/ending.ts'
import { createHealth } from './process/health.ts'
import { heldClaim, type InboundPort, masquePoolsOf, portsOfAll } from './process/held-claim.ts'
import { createLauncher } from './process/launch.ts'
import { servesApi } from './process/proc.ts'
import { CoreProcess } from './process/process.ts'
import { hasOpenApi, type Orphan, readApplied, startIdOf, writeApplied } from './process/record.ts'
import { createRestartGuard } from './process/restart-guard.ts'
import type { CoreRun } from './process/run.ts'
import { createTestCores } from './process/throwaway-cores.ts'
import { createConfigHistory } from './reconcile/config-history.ts'
import { createDesired, type Desired } from './reconcile/desired.ts'
import { connectTo } from './reconcile/link.ts'
import { createNotOpen } from './reconcile/not-open.ts'
import { createOnChange } from './reconcile/on-change.ts'
import { watchPanelAddresses } from './reconcile/panel-addresses.ts'
import { createReconciler, panelItself } from './reconcile/reconcile.ts'
import { createTemplate } from './reconcile/template.ts'
import { notOpenWords, uptimeOf, withProvider } from './state-words.ts'

const verifyEveryMs = 600_000
const addressesEveryMs = 10_000

/**
 * The core: installed, started, kept in sync with the stored state, restarted with the last working configuration.
 * Owns the table `core_versions`. Offers its status, its API while it runs, its configuration, and checks of drafts.
 */
export function createCore(deps: CoreDeps) {
  const { config, db, bulkReads, settings, log, now, events } = deps
  const { dataFolder, binFolder, logFolder } = config
  const timers = realTimers
  const hooks = noHooks()
  const provider = createBinaryProvider({ binFolder, env: deps.env, egress: deps.egress, events, log })
  const api = createApiLoader(provider, binFolder)
  const history = createConfigHistory(deps)
  const panelAddresses = watchPanelAddresses(settings, hooks)
  const desired = createDesired({
    ...{ db, bulkReads, settings, now, hooks, panelAddresses },
    version: provider.version,
  })
  const bindable = createBindable({ pid: () => coreProcess.pid() })
  const notOpen = createNotOpen({ bindable, events })
  const reconciler = createReconciler({
    ...{ db, bulkReads, desired, history, notOpen, hooks, events, dataFolder, timers, log },
  })
  const { link } = reconciler
  const guard = createRestartGuard({ link, notOpen, bindable, provider, assetFolder: binFolder })
  const launcher = createLauncher({ provider, desired, history, guard, log })
  const lastReading = createLastReading({ hooks, link, api, timers, log })
  const coreProcess = new CoreProcess({
    ...{ dataFolder, binFolder, logFolder, log, now, timers, launcher, lastReading },
  })
  const health = createHealth({ core: coreProcess, link, events, log })
  const testCores = createTestCores(binFolder)
  const check = createCheck({ provider, desired, binFolder, now })
  const apply = async (reason: string) => void (await reconciler.config(reason, panelItself))

  coreProcess.onStarted((run: CoreRun) => {
    const given = launcher.started()
    if (!given) return
    writeApplied(dataFolder, run.record, given.start.config)
    connect(run, given.start)
    if (given.whole) void history.note(given.start.config, 'start', reconciler.author())
    else events.notify(notice('core.partly-started'))
    events.state(coreProcess.state())
  })
  coreProcess.onEnded(({ expected, said }) => {
    const core = link.connected()
    if (core) {
      reconciler.disconnect(core.api)
      core.api.close()
    }
    events.state(coreProcess.state())
    if (!expected) events.notify(notice('core.ended', { reason: said }))
  })

  function connect(run: CoreRun, start: Desired): void {
    api
      .load()
      .then((loaded) => {
        hooks.connected()
        return reconciler.connect(connectTo(loaded, run.record, start))
      })
      .catch((error) => log.error({ err: error }, 'failed to sync the core'))
  }

  /** R44: keeps an orphan that runs the wanted configuration, apart from live changes; its clients notice nothing. */
  async function adopted(orphan: Orphan): Promise<boolean> {
    const { record } = orphan
    const applied = record && readApplied(dataFolder, record)
    if (!record || !applied || hasOpenApi(record) || !servesApi(record)) return false
    try {
      const { inbounds, config: wanted } = await desired.now()
      if (plan(applied, wanted).restart.length > 0 || !(await hooks.canCut(record.pid))) return false
      if (provider.located()) await provider.provide() // to get its version
      const run = coreProcess.adopt(orphan)
      connect(run, { config: applied, inbounds })
      log.info({ pid: record.pid }, 'adopted the core of the previous panel')
      return true
    } catch (error) {
      log.warn({ err: error }, 'failed to adopt the core of the previous panel')
      return false
    }
  }

  async function checkAddresses(): Promise<void> {
    if (panelAddresses.haveChanged()) await apply('own addresses')
  }

  const verify = { name: 'core-verify', everyMs: verifyEveryMs, run: reconciler.verify } satisfies Job

  return {
    /** Rooms on higher floors attach themselves before the start. */
    attach: (given: Partial<CoreHooks>) => void Object.assign(hooks, given),
    bindable,
    /** The panel's own addresses or ports may have changed: proxy users must not reach them. */
    checkAddresses,
    start(): void {
      // The panel is already up and never waits for the core (R38).
      if (provider.disabled) return
      const orphan = coreProcess.findOrphan()
      void (async () => {
        if (orphan && (await adopted(orphan))) return events.state(coreProcess.state())
        if (orphan) await coreProcess.endOrphan(orphan)
        await coreProcess.start().catch(() => {}) // it has logged why, and tries again
        events.state(coreProcess.state())
      })().catch((error) => {
        log.warn({ err: error }, 'the core does not run')
        events.state(coreProcess.state())
      })
    },
    async stop(): Promise<void> {
      provider.abort()
      link.stop()
      await coreProcess.close()
      link.connected()?.api.close()
    },
    /** For a panel that restarts in this process: the core goes on, and the next panel adopts it. */
    async leave(): Promise<void> {
      provider.abort()
      link.stop()
      await coreProcess.leave()
      link.connected()?.api.close()
    },
    status: (): CoreStatus => ({
      ...notOpenWords(withProvider(health.state(), provider.trouble()), notOpen.list()),
      version: provider.version(),
      ...uptimeOf(coreProcess.running(), now()),
    }),
    async stopService(): Promise<void> {
      if (coreProcess.state().state !== 'running') throw new Refusal('core.not-running')
      await coreProcess.stop()
      events.notify(notice('core.stopped'))
    },
    async restartService(readyMs?: number): Promise<void> {
      launcher.forget()
      await coreProcess.restart(readyMs)
      events.notify(notice('core.restarted'))
    },
    /** It would go on while another panel takes this one's place. */
    survives: () => coreProcess.running()?.noFifo === undefined,
    /** Pid of the running core. */
    pid: () => coreProcess.running()?.record.pid,
    /** Also while it is starting or ending: it may already or still hold ports. */
    anyPid: () => coreProcess.pid(),
    notOpen: notOpen.list,
    /** What the running core holds for an inbound. */
    held(id: number) {
      const core = link.connected()
      return core && heldClaim(core.inbounds.get(id), core.config)
    },
    /** Unique per core process; a panel that adopts one sees the same. */
    startId(): string | undefined {
      const run = coreProcess.running()
      return run && startIdOf(run.record)
    },
    api: () => link.connected()?.api,
    connected: link.connected,
    /** Where the running inbounds listen. */
    inboundPorts: (): readonly InboundPort[] => portsOfAll(link.connected()?.inbounds),
    /** An inbound as it runs. */
    /** Networks inside the tunnels of MASQUE: an address in them is no place. */
    masquePools: (): readonly string[] => masquePoolsOf(link.connected()?.inbounds),
    inbound: (id: number) => link.connected()?.inbounds.get(id),
    pending: reconciler.pending,
    backlog: reconciler.backlog,
    refuse: reconciler.refuse,
    onLine: coreProcess.onLine,
    onEnded: coreProcess.onEnded,
    words: () => coreProcess.recentLines(50).join('\n'),
    configText: desired.shownText,
    desired,
    testCores,
    /** Builds and uses each outbound once in a core of another version. */
    tryOutbounds: (binary: string, outbounds: readonly Block[]) => hooks.tryOutbounds(binary, outbounds),
    /** Something besides the stored state changed the core's configuration. */
    apply,
    onChange: createOnChange(reconciler, log),
    check,
    template: createTemplate({ db, settings, desired, link, check, history, binFolder }),
    history,
    provider,
    verify,
    jobs: [
      verify,
      health.job,
      { name: 'panel-doors', everyMs: addressesEveryMs, run: checkAddresses },
    ] satisfies Job[],
  }
}

export type Core = ReturnType<typeof createCore>
