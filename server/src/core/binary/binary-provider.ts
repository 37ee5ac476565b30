import { notice } from '#domain/notices.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../../platform/egress/safe-fetch.ts'
import type { Log } from '../../platform/log.ts'
import type { CoreEvents } from '../room-deps.ts'
import { PINNED_VERSION, probeVersion } from './binary-version.ts'
import { installCore } from './install.ts'
import { type CoreLocation, locateCore } from './locate.ts'
import type { Progress } from './progress.ts'
import { checkInstalled } from './trusted-binary.ts'

interface Deps {
  binFolder: string
  env: NodeJS.ProcessEnv
  outbound: Outbound
  log: Log
  notify: CoreEvents['notify']
}

/** The binary that is there, or the one that is being got; one install at a time, its progress for everybody to see. */
export function createGetter({ binFolder, env, outbound, log, notify }: Deps) {
  const aborting = new AbortController()
  let version = 'Unknown'
  let trouble: string | undefined
  let progress: Progress | undefined
  let installing: { version: string; path: Promise<string> } | undefined

  /** An operator may want a panel without a core of its own. */
  const none = env.SLUICE_CORE_BIN === 'none'
  const place = () => (none ? undefined : locateCore({ binFolder, env }))
  const located = () => place()?.path

  /** Every step is logged and shown; whoever looks at a page hears of a new one, or of more of it. */
  function report(step: Progress): void {
    const told = progress
    progress = step
    log.info({ step: step.step, percent: step.percent }, step.message)
    if (told?.step !== step.step || told.percent !== step.percent)
      notify(notice('core.installing', { step: step.message }, step.percent))
  }

  async function install(wanted: string, confirmed?: string): Promise<string> {
    try {
      return await installCore(binFolder, wanted, {
        outbound,
        env,
        report,
        signal: aborting.signal,
        confirmed,
      })
    } finally {
      progress = undefined
      installing = undefined
    }
  }

  /** Every binary that is about to run: the one that was installed, and which version it is. */
  async function known({ path, from }: CoreLocation): Promise<string> {
    if (from === 'managed folder') await checkInstalled(path, log)
    version = await probeVersion(path)
    trouble = undefined
    return path
  }

  return {
    disabled: none,
    located,
    path(): string {
      const path = located()
      if (!path) throw new Error('there is no core')
      return path
    },
    async provide(): Promise<string> {
      try {
        const found = place()
        if (found) return await known(found)
        if (none) throw new Refusal('core.none-configured')
        // Whichever version is being got: it is the one that this panel will have.
        installing ??= { version: PINNED_VERSION, path: install(PINNED_VERSION) }
        return await known({ path: await installing.path, from: 'managed folder' })
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error)
        throw error
      }
    },
    /** `confirmed`: the SHA-256 that an operator compared, for a version whose hash the panel does not know. */
    async install(wanted: string, confirmed?: string): Promise<void> {
      if (installing && installing.version !== wanted)
        throw new Refusal('core.other-install', { version: installing.version })
      installing ??= { version: wanted, path: install(wanted, confirmed) }
      await known({ path: await installing.path, from: 'managed folder' })
    },
    version: () => version,
    trouble: () => (progress ? progress.message : trouble),
    progress: () => progress,
    abort: () => aborting.abort(),
  }
}

export type Getter = ReturnType<typeof createGetter>
