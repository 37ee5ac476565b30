import type { CoreFile } from '#contract/core-file.ts'
import type { CoreJob, Preflight } from '#contract/core-preflight.ts'
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
import type { CoreJobs, JobSteps } from './core-job.ts'
import { type GivenFiles, placeGiven } from './given-file.ts'
import type { Releases } from './releases.ts'

type Trial = Exclude<CoreJob['what'], 'mirror'>

/** In place of a version: the file with the confirmed hash. */
export const FROM_FILE = 'file'

interface Deps {
  env: NodeJS.ProcessEnv
  egress: Pick<Egress, 'safeFetch' | 'safeDownload'>
  core: Pick<Core, 'pid'> & {
    provider: Pick<BinaryProvider, 'fetch' | 'located' | 'progress' | 'takeOver' | 'version'>
  }
  jobs: CoreJobs
  releases: Releases
  given: Pick<GivenFiles, 'fetch'>
  /** Tries what runs today in another version. */
  preflight: ReturnType<typeof lazyPreflight>
  switcher: Switch
  events: Pick<CoreEvents, 'notify'>
  /** Overridden in tests. */
  files?: { place: typeof placeGiven }
}

interface Wanted {
  version: string
  confirmed: string | undefined
}

/** Its code is loaded when a version is about to change: the rest of the time nothing of it is in memory. */
export const lazyPreflight = (sources: PreflightSources) => ({
  async run(versions: Versions, steps: JobSteps): Promise<Preflight> {
    const { preflightOf } = await import('../preflight/preflight.ts')
    return preflightOf(sources).run(versions, steps)
  },
})

export interface PreflightOptions {
  sha256?: string | undefined
  /** The name of who asks. */
  actor?: string
}

export interface InstallOptions extends PreflightOptions {
  /** Installs in spite of what the pre-flight says. */
  force?: boolean
  /** Called with its version when the file is in place; whether it starts is a separate question. */
  installed?: (version: string) => Promise<unknown>
  /** Called when the new version did not work and the named one runs again. */
  rolledBack?: (previous: string, version: string) => Promise<unknown>
}

/** An address that everybody who sees the job may read. */
function withoutSecrets(text: string): string {
  const url = URL.parse(text)
  return url ? url.origin + url.pathname : ''
}

/** An install by an operator: a listed release, tried first, then a restart with it; the provider reports progress. */
export function createUpgrade(deps: Deps) {
  const { env, egress, core, releases, given, preflight, switcher, events, jobs } = deps
  const { files = { place: placeGiven } } = deps
  const { provider } = core

  /** What is wrong with the words alone. */
  function named(text: string): string {
    const version = text === FROM_FILE ? text : plainVersion(text)
    if (!version)
      throw new Refusal('core.version-invalid', { text, example: `v${PINNED_VERSION}` }, 'version')
    // The core named by the operator would still be started, so an install would be a false success.
    if (env.SLUICE_CORE_BIN) throw new Refusal('core.bin-configured')
    return version
  }

  async function check(text: string, confirmed?: string): Promise<string> {
    const version = named(text)
    if (version === FROM_FILE) return fromFile(confirmed)
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
    const done = await provider.takeOver()
    return work().finally(done)
  }

  /** The binary in use is found when the panel has one, whether or not it runs at this moment. */
  async function tryOut({ version, confirmed }: Wanted, steps: JobSteps): Promise<Preflight> {
    const path = await provider.fetch(version, confirmed)
    const current = provider.located() ?? path
    const versions = {
      current: { path: current, version: provider.version() },
      next: { path, version },
    }
    return preflight.run(versions, steps)
  }

  function refuseBlocked({ version, blocksCoded }: Preflight): void {
    const [first, ...more] = blocksCoded
    if (first) throw new Refusal('preflight.blocks', { version, reasons: codedList([first, ...more]) })
  }

  async function place(wanted: Wanted, options: InstallOptions, steps: JobSteps, job: CoreJob) {
    const { force = false, installed = async () => {}, rolledBack = async () => {} } = options
    const { version, confirmed } = wanted
    let placed = false
    try {
      // Where nothing runs, nothing can be lost: another version may be what mends it.
      if (core.pid() !== undefined) job.result = await tryOut(wanted, steps)
      if (job.result && !force) refuseBlocked(job.result)
      steps.begin('install')
      const inPlace = async () => {
        placed = true
        await installed(version)
      }
      const goneBack = (previous: string) => rolledBack(previous, version)
      const readMs = job.result?.readMs ?? 0
      await switcher.run({ version, confirmed, readMs, installed: inPlace, rolledBack: goneBack })
    } catch (error) {
      if (!placed) events.notify(notice('core.not-installed', { reason: codedOf(error) }))
      throw error
    }
  }

  function start(what: Trial, target: string, options: InstallOptions) {
    const confirmed = confirmedHash(options.sha256)
    const { force = false, actor = '' } = options
    const asked = { what, target: named(target), sha256: confirmed ?? '', force, actor }
    return jobs.start(asked, async (steps, job) => {
      const wanted = { version: await check(target, confirmed), confirmed }
      await alone(async () => {
        if (what === 'preflight') job.result = await tryOut(wanted, steps)
        else await place(wanted, options, steps, job)
      })
    })
  }

  function startMirror(url: string, actor: string) {
    const asked = {
      what: 'mirror',
      target: withoutSecrets(url),
      sha256: '',
      force: false,
      actor,
      url,
    } as const
    return jobs.start(asked, async (_, job) => {
      job.file = await given.fetch(url, (percent) => {
        job.percent = percent
      })
    })
  }

  return {
    /** What an operator compares before installing a version with an unknown hash. */
    describe: async (text: string) => describeRelease(await check(text), { egress }),
    /** Begins a pre-flight or an install, or joins the same one; `job` follows it. */
    start: (what: Trial, text: string, options: InstallOptions = {}) => start(what, text, options),
    /** Begins to fetch a core from a mirror, or joins the same fetch. */
    startMirror,
    job(): CoreJob | null {
      const job = jobs.state()
      const percent = job?.state === 'running' ? provider.progress()?.percent : undefined
      return job && percent !== undefined ? { ...job, percent } : job
    },
    /** What would happen with this version. It is fetched, and nothing else changes. */
    async preflight(text: string, options: PreflightOptions = {}): Promise<Preflight> {
      const { result } = await start('preflight', text, options).ended
      if (!result) throw new Error('a pre-flight without a result')
      return result
    },
    async install(text: string, options: InstallOptions = {}): Promise<null> {
      await start('install', text, options).ended
      return null
    },
    async mirror(url: string, actor: string): Promise<CoreFile> {
      const { file } = await startMirror(url, actor).ended
      if (!file) throw new Error('a fetch without a file')
      return file
    },
  }
}

export type Upgrade = ReturnType<typeof createUpgrade>
