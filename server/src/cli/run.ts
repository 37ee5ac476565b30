import type { Coded } from '#contract/coded.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import { createPanel, type Panel, type PanelDeps } from '../app/panel.ts'
import { createPrepare } from '../backup/restore/prepare.ts'
import { undoUnproven } from '../backup/restore/stage.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { createPorts } from '../platform/http/ports.ts'
import { idleGc } from '../platform/idle-gc.ts'
import { createLog, type Log } from '../platform/log.ts'
import { openLogFile, panelLogFile } from '../platform/log-file.ts'
import { createBeforeUpdate } from '../updates/before-update.ts'
import { type Parent, parentOf } from '../updates/parent.ts'
import { type Print, parseFlags } from './flags.ts'

/** Running requests have ten seconds of it (`platform/http/listener.ts`); systemd waits twenty. */
const longestStopMs = 16_000

export async function runCommand(args: readonly string[], print: Print): Promise<void> {
  const parent = parentOf(process)
  await parent?.turn()
  const flags = parseFlags(args, { listen: 'text', 'insecure-http': 'switch', demo: 'switch' })
  const read = readConfig(process.env, {
    ...(flags.listen !== undefined && { listen: flags.listen }),
    insecureHttp: flags['insecure-http'] ?? false,
  })
  const config = flags.demo ? (await import('../demo/room.ts')).demoConfig(read) : read
  const file = openLogFile(panelLogFile(config.logFolder), config.logs)
  const log = createLog(config.logLevel, { file })
  process.stdout.on('error', () => {}) // a closed terminal must not keep the panel from stopping cleanly
  const run = flags.demo ? await createDemoRun(config, log, print) : createRun(config, log, print, parent)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    print('Sluice is stopping ...')
    // If something hangs, exit anyway and free the port: acknowledged writes are already safe.
    setTimeout(() => process.exit(1), longestStopMs).unref()
    try {
      await run.stop()
      print('Sluice has stopped. Goodbye.')
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'the panel did not stop cleanly')
      process.exit(1)
    }
  }
  const abandoned = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), longestStopMs).unref()
    await run.leave('rollback')
    process.exit(1)
  }
  let listening = false
  const listenForTheEnd = () => {
    if (listening) return
    listening = true
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    // The launcher has exited. A parent that was killed is started again, and the core waits for that.
    if (process.channel) process.on('disconnect', parent ? abandoned : stop)
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  }
  parent?.listen({
    health: run.health,
    async leave(why) {
      if (stopping) return
      stopping = true
      const reason = await run.leave(why)
      if (!reason) process.exit(0)
      stopping = false
      parent.stay(reason)
    },
  })
  await run.start(listenForTheEnd)
  parent?.ready()
  idleGc()
}

/** The nodes and probes of a demo start after its panel, which can be looked at without them, and end after it. */
async function createDemoRun(config: Config, log: Log, print: Print) {
  const { openDemo } = await import('../demo/room.ts')
  const demo = await openDemo(config, { log, print })
  const run = createRun(demo.config, log, print, undefined, demo.panel)
  return {
    ...run,
    async start(created: () => void) {
      await run.start(created)
      demo.startOthers().catch((error) => log.error({ err: error }, 'the nodes of the demo did not start'))
    },
    stop: () => run.stop().finally(demo.stop),
  }
}

/** One panel after another in this process: a restore replaces everything that a panel has in memory. */
function createRun(
  config: Config,
  log: Log,
  print: Print,
  parent: Parent | undefined,
  given: Partial<PanelDeps> = {},
) {
  let panel: Panel | undefined
  let restarting: Promise<void> | undefined
  const prepare = createPrepare(log, Date.now)
  const ports = createPorts(parent?.sockets)
  const before = createBeforeUpdate({ config, log, now: Date.now, prepare })

  async function open(created: () => void): Promise<void> {
    const next = await createPanel(config, {
      ...{ log, now: Date.now, print, parent, ports },
      restartWholly: () => void restart(),
      beforeUpdate: before,
      ...given,
    })
    panel = next
    created()
    try {
      await next.start()
    } catch (error) {
      await next.stop({ keepCore: true }).catch(() => {}) // callers and the core wait for what comes instead
      throw error
    }
  }

  /** A restored state that cannot be started is undone: the panel is never locked up by a backup. */
  async function openOrUndo(created = () => {}): Promise<void> {
    try {
      await open(created)
    } catch (error) {
      const reason = codedOf(error)
      if (!(await undoUnproven(config.dataFolder, prepare, { reason, at: Date.now() }))) throw error
      log.error({ err: error }, 'the restored state cannot be started: the state before is brought back')
      await open(created)
    }
    await ports.closeUnserved()
  }

  function restart(): Promise<void> {
    restarting ??= (async () => {
      await panel?.stop({ keepCore: true })
      await openOrUndo()
    })()
      .catch((error) => {
        log.error({ err: error }, 'the panel could not be started again')
        process.exit(1) // the core goes on, and the next start adopts it
      })
      .finally(() => {
        restarting = undefined
      })
    return restarting
  }

  return {
    start: openOrUndo,
    async stop() {
      await restarting
      await panel?.stop()
    },
    health: async () =>
      panel && !restarting ? panel.health() : { core: 'stop', fault: coded('update.no-answer') },
    /** Ends the panel for another version, which adopts the core. A panel that cannot leave is there again, and says why. */
    async leave(why: 'update' | 'rollback'): Promise<Coded | undefined> {
      await restarting
      if (parent?.sockets && panel) await panel.handOver(ports)
      try {
        await panel?.stop({ keepCore: true, ...(why === 'update' && { atLast: before.keep }) })
        return undefined
      } catch (error) {
        log.error({ err: error }, 'the panel could not hand over to another version')
        await openOrUndo().catch(() => process.exit(1)) // the parent starts this version again
        return codedOf(error)
      }
    },
  }
}
