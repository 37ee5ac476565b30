import { notice } from '#domain/notices.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../../platform/egress/safe-fetch.ts'
import type { CoreEvents } from '../room-deps.ts'
import type { Getter } from './binary-provider.ts'
import { PINNED_VERSION, plainVersion } from './binary-version.ts'
import { confirmedHash, describeRelease } from './confirm-hash.ts'
import type { Releases } from './releases.ts'

interface Deps {
  env: NodeJS.ProcessEnv
  outbound: Pick<Outbound, 'safeFetch' | 'safeDownload'>
  getter: Pick<Getter, 'install' | 'progress'>
  releases: Releases
  restart: () => Promise<unknown>
  notify: CoreEvents['notify']
}

/** An operator's install: a release that is listed, then a restart with it; the getter tells its steps. */
export function createInstaller({ env, outbound, getter, releases, restart, notify }: Deps) {
  let busy = false

  async function check(text: string): Promise<string> {
    const version = plainVersion(text)
    if (!version)
      throw new Refusal('core.version-invalid', { text, example: `v${PINNED_VERSION}` }, 'version')
    // The core that the operator named would be started all the same: an install would be a made-up success.
    if (env.SLUICE_CORE_BIN)
      throw new Refusal('core.bin-configured')
    if (version === PINNED_VERSION) return version
    if ((await releases.list()).includes(version)) return version
    throw new Refusal('core.release-unlisted', { version }, 'version')
  }

  return {
    /** What an operator compares before the install of a version whose hash the panel does not know. */
    describe: async (text: string) => describeRelease(await check(text), { outbound }),
    /** `installed` is told when it lies there; whether it starts is another matter. */
    async install(
      text: string,
      sha256?: string,
      installed: () => Promise<unknown> = async () => {},
    ): Promise<null> {
      const confirmed = confirmedHash(sha256)
      const version = await check(text)
      // The getter would take part in what goes on, whatever version that is.
      if (busy || getter.progress())
        throw new Refusal('core.install-going-on')
      busy = true
      try {
        await getter.install(version, confirmed)
        await installed()
        notify(notice('core.installed', { version }))
      } catch (error) {
        notify(notice('core.not-installed', { reason: codedOf(error) }))
        throw error
      } finally {
        busy = false
      }
      await restart()
      return null
    },
  }
}

export type Installer = ReturnType<typeof createInstaller>
