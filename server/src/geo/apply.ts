import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Log } from '../platform/log.ts'
import type { Staged } from './staged.ts'

export interface GeoUser {
  /** Files that the running configuration uses; empty when no core runs. */
  running(): ReadonlySet<string>
  /** Files that the stored template uses. */
  stored(): ReadonlySet<string>
  restart(): Promise<unknown>
}

/** Puts fetched files in place and restarts a core that uses one. If it fails to start, the old files are restored. */
export async function apply(core: GeoUser, log: Log, files: readonly Staged[]): Promise<void> {
  try {
    for (const file of files) file.commit()
    const named = core.running()
    if (!files.some(({ name }) => named.has(name))) return
    await core.restart().catch(async (error) => {
      for (const file of files) file.putBack()
      await core
        .restart()
        .catch((err) => log.error({ err }, 'the core failed to start with the old geo files'))
      throw new Refusal('geo.core-refuses', { reason: codedOf(error) })
    })
  } finally {
    for (const file of files) file.settle()
  }
}
