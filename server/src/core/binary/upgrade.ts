import type { Preflight } from '#contract/core-preflight.ts'
import { notice } from '#domain/notices.ts'
import { codedList, codedOf, Refusal } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import type { CoreEvents } from '../hooks.ts'
import type { PreflightSources, Versions } from '../preflight/preflight.ts'
import type { Switch } from '../preflight/switch.ts'
import type { Core } from '../room.ts'
import type { BinaryProvider } from './binary-provider.ts'
import { PINNED_VERSION, plainVersion } from './binary-version.ts'
import { confirmedHash, describeRelease } from './confirm-hash.ts'
import { placeGiven } from './given-file.ts'
import type { Releases } from './releases.ts'

/** In place of a version: the file with the confirmed hash. */
const FROM_FILE = 'file'

interface Deps {
  env: NodeJS.ProcessEnv
  egress: Pick<Egress, 'safeFetch' | 'safeDownload'>
  core: Pick<Core, 'pid'> & {
    provider: Pick<BinaryProvider, 'fetch' | 'located' | 'takeOver' | 'version'>
  }
  releases: Releases
  /** Tries what runs today in another version. */
  preflight: ReturnType<typeof lazyPreflight>
  switcher: Switch
  events: Pick<CoreEvents, 'notify'>
  /** Overridden in tests. */
  files?: { place: typeof placeGiven }
}

/** Its code is loaded when a version is about to change: the rest of the time nothing of it is in memory. */
export const lazyPreflight = (sources: PreflightSources) => ({
  async run(versions: Versions): Promise<Preflight> {
    const { preflightOf } = await import('../preflight/preflight.ts')
    return preflightOf(sources).run(versions)
  },
})

export interface InstallOptions {
  sha256?: string | undefined
  /** Installs in spite of what the pre-flight says. */
  force?: boolean
  /** Called with its version when the file is in place; whether it starts is a separate question. */
  installed?: (version: string) => Promise<unknown>
  /** Called when the new version did not work and the named one runs again. */
  rolledBack?: (previous: string, version: string) => Promise<unknown>
}

/** An install by an operator: a listed release, tried first, then a restart with it; the provider reports progress. */
export function createUpgrade(deps: Deps) {
  const { env, egress, core, releases, preflight, switcher, events, files = { place: placeGiven } } = deps
  const { provider } = core
  let busy = false

  async function check(text: string, confirmed?: string): Promise<string> {
    // The core named by the operator would still be started, so an install would be a false success.
    if (text === FROM_FILE && env.SLUICE_CORE_BIN) throw new Refusal('core.bin-configured')
    if (text === FROM_FILE) return fromFile(confirmed)
    const version = plainVersion(text)
    if (!version)
      throw new Refusal('core.version-invalid', { text, example: `v${PINNED_VERSION}` }, 'version')
    if (env.SLUICE_CORE_BIN) throw new Refusal('core.bin-configured')
    if (version === PINNED_VERSION) return version
    if ((await releases.list()).includes(version)) return version
    throw new Refusal('core.release-unlisted', { version }, 'version')
  }

  async function fromFile(confirmed: string | undefined): Promise<string> {
    if (!confirmed) throw new Refusal('core.file-needs-hash', {}, 'sha256')
    return files.place(confirmed, { env })
  }

  /** One install or pre-flight at a time. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (busy) throw new Refusal('core.install-going-on')
    busy = true
    try {
      const done = await provider.takeOver()
      return await work().finally(done)
    } finally {
      busy = false
    }
  }

  /** The binary in use is found when the panel has one, whether or not it runs at this moment. */
  async function tryOut(version: string, confirmed: string | undefined): Promise<Preflight> {
    const path = await provider.fetch(version, confirmed)
    const current = provider.located() ?? path
    return preflight.run({
      current: { path: current, version: provider.version() },
      next: { path, version },
    })
  }

  /** How long the version took to read the configuration; refuses if something that works today would fail. */
  async function readsAll(version: string, confirmed: string | undefined, force: boolean): Promise<number> {
    const { blocksCoded, readMs } = await tryOut(version, confirmed)
    const [first, ...more] = blocksCoded
    if (first && !force)
      throw new Refusal('preflight.blocks', { version, reasons: codedList([first, ...more]) })
    return readMs
  }

  async function place(version: string, confirmed: string | undefined, options: InstallOptions) {
    const { force = false, installed = async () => {}, rolledBack = async () => {} } = options
    let placed = false
    try {
      // Where nothing runs, nothing can be lost: another version may be what mends it.
      const readMs = core.pid() !== undefined ? await readsAll(version, confirmed, force) : 0
      const inPlace = async () => {
        placed = true
        await installed(version)
      }
      const goneBack = (previous: string) => rolledBack(previous, version)
      await switcher.run({ version, confirmed, readMs, installed: inPlace, rolledBack: goneBack })
    } catch (error) {
      if (!placed) events.notify(notice('core.not-installed', { reason: codedOf(error) }))
      throw error
    }
  }

  return {
    /** What an operator compares before installing a version with an unknown hash. */
    describe: async (text: string) => describeRelease(await check(text), { egress }),
    /** What would happen with this version. It is fetched, and nothing else changes. */
    async preflight(text: string, sha256?: string): Promise<Preflight> {
      const confirmed = confirmedHash(sha256)
      const version = await check(text, confirmed)
      return alone(() => tryOut(version, confirmed))
    },
    async install(text: string, options: InstallOptions = {}): Promise<null> {
      const confirmed = confirmedHash(options.sha256)
      const version = await check(text, confirmed)
      await alone(() => place(version, confirmed, options))
      return null
    },
  }
}

export type Upgrade = ReturnType<typeof createUpgrade>
