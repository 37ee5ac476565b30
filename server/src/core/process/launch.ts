import type { Log } from '../../platform/log.ts'
import type { BinaryProvider } from '../binary/binary-provider.ts'
import type { ConfigHistory } from '../reconcile/config-history.ts'
import type { Desired, DesiredState } from '../reconcile/desired.ts'
import type { RestartGuard } from './restart-guard.ts'
import type { Launch } from './run.ts'
import { removeStaleSockets } from './stale-sockets.ts'

interface Deps {
  provider: Pick<BinaryProvider, 'provide'>
  desired: DesiredState
  history: ConfigHistory
  guard: RestartGuard
  log: Log
}

/**
 * The configuration for the next core. After a failed start the core gets no inbounds: they are added while it runs, so
 * that one that it refuses (port in use, missing file) affects only itself. If that fails too, the template is at
 * fault, and the last working one is used.
 */
export function createLauncher({ provider, desired, history, guard, log }: Deps) {
  let failed = 0
  let given: Desired | undefined
  let leftOut: readonly string[] = []
  let byHand = false
  /** Where the inbounds listen, whether they come with the start or are added later. */
  let listens: unknown[] = []

  /** The template of the last configuration that ran. */
  async function lastTemplate() {
    const last = await history.lastTemplate()
    return last && desired.guarded(last)
  }

  async function withoutInbounds(): Promise<string> {
    const last = failed > 1 ? await lastTemplate() : undefined
    log.warn({ lastTemplate: last !== undefined }, 'the core did not start; adding its inbounds one by one')
    const { config, inbounds } = await desired.read(last ?? (await desired.template()))
    listens = config.inbounds.map(({ listen }) => listen)
    given = { config: { ...config, inbounds: [] }, inbounds }
    return JSON.stringify(given.config)
  }

  async function complete(): Promise<string> {
    const template = await desired.template()
    const { config, inbounds } = await desired.read(template)
    listens = config.inbounds.map(({ listen }) => listen)
    leftOut = await guard.toLeaveOut(inbounds)
    if (leftOut.length > 0) log.warn({ leftOut }, 'starting the core without inbounds that it could not open')
    given = {
      config: { ...config, inbounds: config.inbounds.filter((i) => !leftOut.includes(i.tag)) },
      inbounds,
    }
    return desired.text(template, leftOut)
  }

  return {
    async launch(): Promise<Launch> {
      const binary = await provider.provide()
      const configText = await (failed > 0 ? withoutInbounds() : complete())
      const asked = byHand
      byHand = false
      if (asked && given) await guard.refuseLoss(binary, configText, given, leftOut)
      const tried = () => {
        failed += 1 // until it runs
      }
      return { binary, configText, tried, prepare: () => removeStaleSockets(listens) }
    },
    /** The core runs: its configuration, and whether it was complete. */
    started(): { start: Desired; whole: boolean } | undefined {
      const whole = failed === 1
      failed = 0
      return given && { start: given, whole }
    },
    /** An operator wants another attempt with everything. */
    forget(): void {
      failed = 0
      byHand = true
    },
  }
}

export type Launcher = ReturnType<typeof createLauncher>
