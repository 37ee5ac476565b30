import { Refusal } from '#domain/refusal.ts'
import type { Getter } from './getter.ts'
import type { Releases } from './releases.ts'
import type { CoreEvents } from './room-deps.ts'
import { PINNED_VERSION, plainVersion } from './version.ts'

interface Deps {
  env: NodeJS.ProcessEnv
  getter: Pick<Getter, 'install' | 'progress'>
  releases: Releases
  restart: () => Promise<unknown>
  notify: CoreEvents['notify']
}

/** An operator's install: a release that is listed, then a restart with it; the getter tells its steps. */
export function createInstaller({ env, getter, releases, restart, notify }: Deps) {
  let busy = false

  async function check(text: string): Promise<string> {
    const version = plainVersion(text)
    if (!version)
      throw new Refusal(`"${text}" is no version of Xray: write it like v${PINNED_VERSION}.`, 'version')
    // The core that the operator named would be started all the same: an install would be a made-up success.
    if (env.SLUICE_CORE_BIN)
      throw new Refusal('SLUICE_CORE_BIN names the core of this panel: change or unset it, then install.')
    if (version === PINNED_VERSION) return version
    if ((await releases.list()).includes(version)) return version
    throw new Refusal(`Xray ${version} is not among the releases that this panel can install.`, 'version')
  }

  return {
    async install(text: string): Promise<null> {
      const version = await check(text)
      // The getter would take part in what goes on, whatever version that is.
      if (busy || getter.progress())
        throw new Refusal('Another install of the core is going on: wait for it.')
      busy = true
      try {
        await getter.install(version)
        notify('The core was installed', `Xray ${version} is started now.`, 'success')
      } catch (error) {
        notify('The core was not installed', error instanceof Error ? error.message : String(error), 'error')
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
