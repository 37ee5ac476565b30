import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BackupState } from '#contract/backup.ts'
import { codedSchema } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { MoveInDoor } from '../move-in/door.ts'
import { type BackupDeps, createBackups } from './backups.ts'
import { createExclusive } from './exclusive.ts'
import { createIncoming } from './incoming.ts'
import { hasPrevious, readPlan, restorePaths } from './restore/paths.ts'
import { createRestoring, type RestoreDeps } from './restoring.ts'
import { createStore } from './store.ts'

type Deps = BackupDeps & RestoreDeps & { moveIn: MoveInDoor }

export function createBackupRoom(deps: Deps) {
  const store = createStore(deps)
  const exclusive = createExclusive()
  const backups = createBackups(deps, store, exclusive)
  const restoring = createRestoring(deps, store, exclusive)
  const incoming = createIncoming({ ...deps, store, restoring })
  const paths = restorePaths(deps.dataFolder)

  async function state(): Promise<BackupState> {
    const { backups: list, trouble } = await store.list()
    const { lastRun, lastGoodAt } = backups.runs()
    const last = readPlan(paths.previous)
    return {
      backups: list,
      listError: trouble ? inEnglish(trouble) : '',
      ...(trouble && { listErrorCoded: { code: trouble.code, params: { ...trouble.params } } }),
      folder: store.folder.path(),
      lastRun,
      lastGoodAt,
      nextAt: backups.scheduled.nextAt(),
      overdue: backups.scheduled.overdue(),
      busy: exclusive.busy(),
      lastRestore: last ? withoutId(last) : null,
      ...failureIn(paths.failed),
      canUndo: hasPrevious(paths),
    }
  }

  return { state, backups, restoring, incoming }
}
export type BackupRoom = ReturnType<typeof createBackupRoom>

const withoutId = ({ id: _, files: __, ...rest }: NonNullable<ReturnType<typeof readPlan>>) => rest

const Failure = z.object({ reason: codedSchema })

function failureIn(file: string): Pick<BackupState, 'restoreError' | 'restoreErrorCoded'> {
  try {
    const { reason } = Failure.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { restoreError: inEnglish(reason), restoreErrorCoded: reason }
  } catch {
    return { restoreError: '' } // there is none
  }
}
