import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BackupState } from '#contract/backup.ts'
import { codedSchema } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import type { MoveIn } from '../move-in/room.ts'
import { version } from '../platform/version.ts'
import { createAbout } from './about.ts'
import { type BackupDeps, createBackups } from './backups.ts'
import { createCopies } from './copy.ts'
import { createExclusive } from './exclusive.ts'
import { createIncoming } from './incoming.ts'
import { createPrepare } from './restore/open-staged.ts'
import { hasPrevious, readPlan, restorePaths } from './restore/paths.ts'
import { createRestoring, type RestoreDeps } from './restoring.ts'
import { createStore } from './store.ts'

type Given = Omit<BackupDeps, 'dataFolder' | 'version'> &
  Omit<RestoreDeps, 'dataFolder' | 'version' | 'prepare'>
interface Deps extends Given {
  core: Pick<Core, 'status'>
  moveIn: Pick<MoveIn, 'importFile' | 'kindOfFile'>
}

/** Makes, stores, compares and restores backups, and says what this panel is. It owns files, no table. */
export function createBackupRoom(given: Deps) {
  const { config, log, now, db } = given
  const { dataFolder } = config
  const deps = { ...given, dataFolder, version, prepare: createPrepare(log, now) }
  const store = createStore(deps)
  const exclusive = createExclusive()
  const backups = createBackups(deps, store, exclusive)
  const restoring = createRestoring(deps, store, exclusive)
  const incoming = createIncoming({ ...deps, store, restoring })
  const paths = restorePaths(dataFolder)

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

  return {
    state,
    backups,
    restoring,
    incoming,
    about: createAbout(given),
    /** The database as an SQLite file. */
    download: createCopies(db, dataFolder),
  }
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
