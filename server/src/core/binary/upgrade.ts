import { notice } from '#domain/notices.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import type { CoreEvents } from '../room-deps.ts'
import type { BinaryProvider } from './binary-provider.ts'
import { PINNED_VERSION, plainVersion } from './binary-version.ts'
import { confirmedHash, describeRelease } from './confirm-hash.ts'
import type { Releases } from './releases.ts'

interface Deps {
  env: NodeJS.ProcessEnv
  egress: Pick<Egress, 'safeFetch' | 'safeDownload'>
  provider: Pick<BinaryProvider, 'install' | 'progress'>
  releases: Releases
  restart: () => Promise<unknown>
  notify: CoreEvents['notify']
}

/** An install by an operator: a listed release, then a restart with it; the provider reports progress. */
export function createUpgrade({ env, egress, provider, releases, restart, notify }: Deps) {
  let busy = false

  async function check(text: string): Promise<string> {
    const version = plainVersion(text)
    if (!version)
      throw new Refusal('core.version-invalid', { text, example: `v${PINNED_VERSION}` }, 'version')
    // The core named by the operator would still be started, so an install would be a false success.
    if (env.SLUICE_CORE_BIN) throw new Refusal('core.bin-configured')
    if (version === PINNED_VERSION) return version
    if ((await releases.list()).includes(version)) return version
    throw new Refusal('core.release-unlisted', { version }, 'version')
  }

  return {
    /** What an operator compares before installing a version with an unknown hash. */
    describe: async (text: string) => describeRelease(await check(text), { egress }),
    /** `installed` is called when the file is in place; whether it starts is a separate question. */
    async install(
      text: string,
      sha256?: string,
      installed: () => Promise<unknown> = async () => {},
    ): Promise<null> {
      const confirmed = confirmedHash(sha256)
      const version = await check(text)
      // The provider would join a running install of any version.
      if (busy || provider.progress()) throw new Refusal('core.install-going-on')
      busy = true
      try {
        await provider.install(version, confirmed)
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

export type Upgrade = ReturnType<typeof createUpgrade>
