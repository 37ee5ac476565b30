import { Refusal } from '#domain/refusal.ts'
import type { Log } from '../platform/log.ts'
import type { Staged } from './staged.ts'

export interface GeoUser {
  /** Files that the running configuration names; nothing where no core runs. */
  running(): ReadonlySet<string>
  /** Files that the stored template names. */
  stored(): ReadonlySet<string>
  restart(): Promise<unknown>
}

/** Puts fetched files in place; a core that names one is restarted, and gets the old ones back if it will not start. */
export async function apply(core: GeoUser, log: Log, files: readonly Staged[]): Promise<void> {
  try {
    for (const file of files) file.commit()
    const named = core.running()
    if (!files.some(({ name }) => named.has(name))) return
    await core.restart().catch(async (error) => {
      for (const file of files) file.putBack()
      await core
        .restart()
        .catch((err) => log.error({ err }, 'the core does not start with the old geo files'))
      const reason = error instanceof Error ? error.message : String(error)
      throw new Refusal('geo.core-refuses', { reason })
    })
  } finally {
    for (const file of files) file.settle()
  }
}
