import type { Block } from '#contract/inbound.ts'
import type { Log } from '../../platform/log.ts'
import type { BulkReads } from '../../store/bulk-reads/bulk-reads.ts'
import type { BinaryProvider } from '../binary/binary-provider.ts'
import type { Desired } from '../reconcile/desired.ts'
import { apiListen } from './files.ts'
import type { Launch } from './run.ts'
import { removeStaleSockets } from './stale-sockets.ts'

interface Deps {
  provider: Pick<BinaryProvider, 'provide'>
  bulkReads: BulkReads
  secret: () => string
  template: () => Promise<Block>
  /** The template of the last configuration that ran; undefined if there is none. */
  lastTemplate: () => Promise<Block | undefined>
  desired: (template: Block) => Promise<Desired>
  /** Tags of inbounds that the core could not open: it is started without them, and they are added while it runs. */
  toLeaveOut: (inbounds: Desired['inbounds']) => Promise<readonly string[]>
  /** Throws if an operator's restart would lose a running inbound. */
  refuseLoss: (binary: string, configText: string, next: Desired, leftOut: readonly string[]) => Promise<void>
  log: Log
}

/**
 * The configuration for the next core. After a failed start the core gets no inbounds: they are added while it runs, so
 * that one that it refuses (port in use, missing file) affects only itself. If that fails too, the template is at
 * fault, and the last working one is used.
 */
export function createLauncher(deps: Deps) {
  const { provider, bulkReads, log } = deps
  let failed = 0
  let given: Desired | undefined
  let leftOut: readonly string[] = []
  let byHand = false
  /** Where the inbounds listen, whether they come with the start or are added later. */
  let listens: unknown[] = []

  async function carefully(): Promise<string> {
    const last = failed > 1 ? await deps.lastTemplate() : undefined
    log.warn({ lastTemplate: last !== undefined }, 'the core did not start; adding its inbounds one by one')
    const { config, inbounds } = await deps.desired(last ?? (await deps.template()))
    listens = config.inbounds.map(({ listen }) => listen)
    given = { config: { ...config, inbounds: [] }, inbounds }
    return JSON.stringify(given.config)
  }

  async function wholly(): Promise<string> {
    const template = await deps.template()
    const { config, inbounds } = await deps.desired(template)
    listens = config.inbounds.map(({ listen }) => listen)
    leftOut = await deps.toLeaveOut(inbounds)
    if (leftOut.length > 0) log.warn({ leftOut }, 'starting the core without inbounds that it could not open')
    given = {
      config: { ...config, inbounds: config.inbounds.filter((i) => !leftOut.includes(i.tag)) },
      inbounds,
    }
    return bulkReads.text({
      kind: 'coreConfig',
      template,
      apiListen,
      secret: deps.secret(),
      without: leftOut,
    })
  }

  return {
    async launch(): Promise<Launch> {
      const binary = await provider.provide()
      const configText = await (failed > 0 ? carefully() : wholly())
      const asked = byHand
      byHand = false
      if (asked && given) await deps.refuseLoss(binary, configText, given, leftOut)
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
