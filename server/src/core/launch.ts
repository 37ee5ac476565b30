import type { Block } from '#contract/inbound.ts'
import type { Lists } from '../lists/lists.ts'
import type { Log } from '../log.ts'
import type { Desired } from './desired.ts'
import { apiListen } from './files.ts'
import type { Getter } from './getter.ts'
import type { Launch } from './run.ts'

interface Deps {
  getter: Pick<Getter, 'provide'>
  lists: Lists
  secret: () => string
  logFolder: string
  template: () => Promise<Block>
  /** The template of the last configuration that ran; undefined where none has. */
  lastTemplate: () => Promise<Block | undefined>
  desired: (template: Block) => Promise<Desired>
  log: Log
}

/**
 * What the next core is given. After a start that failed the core gets no inbounds: they are added while it runs, so that
 * one that it refuses (its port is taken, a file is gone) is missing alone. If that fails too, the template is at fault,
 * and the last one that ran is put back (issue 5, safe apply).
 */
export function createLauncher(deps: Deps) {
  const { getter, lists, log } = deps
  let failed = 0
  let given: Desired | undefined

  async function carefully(): Promise<string> {
    const last = failed > 1 ? await deps.lastTemplate() : undefined
    log.warn(
      { lastTemplate: last !== undefined },
      'the core did not start; its inbounds are added one by one',
    )
    const { config, inbounds } = await deps.desired(last ?? (await deps.template()))
    given = { config: { ...config, inbounds: [] }, inbounds }
    return JSON.stringify(given.config)
  }

  async function wholly(): Promise<string> {
    const template = await deps.template()
    given = await deps.desired(template)
    return lists.text({
      kind: 'coreConfig',
      template,
      apiListen,
      logFolder: deps.logFolder,
      secret: deps.secret(),
    })
  }

  return {
    async launch(): Promise<Launch> {
      const binary = await getter.provide()
      const configText = await (failed > 0 ? carefully() : wholly())
      const tried = () => {
        failed += 1 // until it runs
      }
      return { binary, configText, tried }
    },
    /** It runs: what it was given, and whether that was all. */
    started(): { start: Desired; whole: boolean } | undefined {
      const whole = failed === 1
      failed = 0
      return given && { start: given, whole }
    },
    /** An operator wants another try with everything. */
    forget(): void {
      failed = 0
    },
  }
}
