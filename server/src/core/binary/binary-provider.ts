import type { Coded } from '#contract/coded.ts'
import { notice } from '#domain/notices.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Base } from '../../settings/base-services.ts'
import type { CoreEvents } from '../hooks.ts'
import { PINNED_VERSION, probeVersion } from './binary-version.ts'
import { installCore, provideCore } from './install.ts'
import { type CoreLocation, locateCore, managedPath } from './locate.ts'
import { createStepFilter, type Progress } from './progress.ts'
import { checkInstalled, keepPrevious } from './trusted-binary.ts'

interface Deps extends Pick<Base, 'egress' | 'log'> {
  binFolder: string
  env: NodeJS.ProcessEnv
  events: Pick<CoreEvents, 'notify'>
}

/** Provides the installed binary or the one being installed; one install at a time, with shared progress. */
export function createBinaryProvider({ binFolder, env, egress, log, events }: Deps) {
  const aborting = new AbortController()
  let version = 'Unknown'
  let trouble: Coded | undefined
  let progress: Progress | undefined
  let installing: { version: string; path: Promise<string> } | undefined
  /** Ends the install that a start began by itself. */
  let automatic: AbortController | undefined
  /** An operator chooses a core now; a start by itself waits for that. */
  let isTaken = false

  /** An operator may want a panel without a core. */
  const none = env.SLUICE_CORE_BIN === 'none'
  const place = () => (none ? undefined : locateCore({ binFolder, env }))
  const located = () => place()?.path

  const isWorthALine = createStepFilter()

  /** Every step is shown, and open pages are notified of each; the log gets as many as a person can read. */
  function report(step: Progress): void {
    const told = progress
    progress = step
    log[isWorthALine(step) ? 'info' : 'debug']({ step: step.step, percent: step.percent }, step.message)
    if (told?.step !== step.step || told.percent !== step.percent)
      events.notify(notice('core.installing', { step: step.messageCoded }, step.percent))
  }

  const installDeps = (confirmed?: string, signal = aborting.signal) => ({
    egress,
    env,
    report,
    signal,
    confirmed,
  })

  async function install(wanted: string, confirmed?: string, signal?: AbortSignal): Promise<string> {
    try {
      return await installCore(binFolder, wanted, installDeps(confirmed, signal))
    } finally {
      progress = undefined
      installing = undefined
      automatic = undefined
    }
  }

  /** The pinned version, for a start that finds no core. Joins any running install: that version is what this panel gets. */
  function installPinned(): Promise<string> {
    if (installing) return installing.path
    if (isTaken) throw new Refusal('core.install-going-on')
    automatic = new AbortController()
    const signal = AbortSignal.any([aborting.signal, automatic.signal])
    installing = { version: PINNED_VERSION, path: install(PINNED_VERSION, undefined, signal) }
    return installing.path
  }

  /** Checks an installed binary before it runs, and reads its version. */
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
        return await known({ path: await installPinned(), from: 'managed folder' })
      } catch (error) {
        trouble = codedOf(error)
        throw error
      }
    },
    /** An operator's choice goes before an install that a start began by itself, which is given up. Returns how to end that. */
    async takeOver(): Promise<() => void> {
      if (installing && !automatic) throw new Refusal('core.other-install', { version: installing.version })
      isTaken = true
      automatic?.abort()
      await installing?.path.catch(() => {}) // whoever began it hears of its end
      return () => {
        isTaken = false
      }
    },
    /** Path of a version in the cache, fetched or built if need be; the panel's own binary stays. */
    async fetch(wanted: string, confirmed?: string): Promise<string> {
      if (installing) throw new Refusal('core.other-install', { version: installing.version })
      try {
        return await provideCore(wanted, installDeps(confirmed))
      } finally {
        progress = undefined
      }
    },
    /** Call before an install; returns how to put the binary in use back. */
    keep: (): (() => void) => keepPrevious(managedPath(binFolder)),
    /** `confirmed`: the SHA-256 that an operator compared, for a version with an unknown hash. */
    async install(wanted: string, confirmed?: string): Promise<void> {
      if (installing && installing.version !== wanted)
        throw new Refusal('core.other-install', { version: installing.version })
      installing ??= { version: wanted, path: install(wanted, confirmed) }
      await known({ path: await installing.path, from: 'managed folder' })
    },
    version: () => version,
    trouble: (): Coded | undefined => (progress ? progress.messageCoded : trouble),
    progress: () => progress,
    abort: () => aborting.abort(),
  }
}

export type BinaryProvider = ReturnType<typeof createBinaryProvider>
