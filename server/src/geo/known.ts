import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import { coded, codedList, codedOf, Refusal } from '#domain/refusal.ts'
import type { Log } from '../platform/log.ts'
import { apply, type GeoUser } from './apply.ts'
import { knownFiles } from './sources.ts'
import { type FetchDeps, modifiedAt, type Staged, stage } from './staged.ts'

/** Updates the well-known files. Those that were fetched are put in place even if another one failed. */
export function createKnown(deps: FetchDeps & { core: GeoUser; log: Log }) {
  const { folder, core, log } = deps

  return async (only?: string, { onlyPresent = false } = {}): Promise<void> => {
    if (only !== undefined && !knownFiles.has(only))
      throw new Refusal('geo.file-unknown', { files: [...knownFiles.keys()].join(', ') }, 'fileName')
    const wanted = only === undefined ? [...knownFiles.keys()] : [only]
    const staged: Staged[] = []
    const failures: Coded[] = []
    for (const name of wanted) {
      try {
        const since = await modifiedAt(join(folder, name))
        if (onlyPresent && since === '') continue
        const file = await stage(deps, { name, url: knownFiles.get(name)!, since })
        if (file) staged.push(file)
      } catch (error) {
        if (!(error instanceof Refusal)) log.warn({ err: error }, 'failed to fetch a geo file')
        failures.push(coded('geo.file-failed', { name, reason: codedOf(error) }))
      }
    }
    if (staged.length > 0) await apply(core, log, staged)
    const [first, ...more] = failures
    if (first) throw new Refusal('geo.update-incomplete', { reasons: codedList([first, ...more]) })
  }
}
