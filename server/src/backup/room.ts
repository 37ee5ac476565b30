import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { BackupState } from '#contract/backup.ts'
import { codedSchema } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import type { MoveIn } from '../move-in/room.ts'
import { createSerial } from '../platform/db/serial.ts'
import { readJson } from '../platform/files.ts'
import { version } from '../platform/version.ts'
import { portableCopy } from '../store/copy/portable-copy.ts'
import type { Db } from '../store/open.ts'
import { createAbout } from './about.ts'
import { type BackupDeps, createBackups } from './backups.ts'
import { createExclusive } from './exclusive.ts'
import { createIncoming } from './incoming.ts'
import { hasPrevious, readPlan, restorePaths } from './restore/paths.ts'
import { createPrepare } from './restore/prepare.ts'
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
      ...(trouble && { listErrorCoded: trouble }),
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
  const reason = readJson(file, Failure)?.reason
  return reason ? { restoreError: inEnglish(reason), restoreErrorCoded: reason } : { restoreError: '' }
}

const prefix = '.copy-'

/**
 * A consistent snapshot of the database as an SQLite file, while writes go on. The temporary file (0600, R8) lies in the
 * data folder and is unlinked before the first byte is sent, so nothing is left behind whatever happens.
 */
export function createCopies(db: Pick<Db, 'bulk'>, dataFolder: string) {
  const serial = createSerial()

  async function copied(): Promise<FileHandle> {
    // Left by a panel that was killed during a copy.
    for (const name of readdirSync(dataFolder))
      if (name.startsWith(prefix)) rmSync(join(dataFolder, name), { force: true })
    const copy = join(dataFolder, prefix + randomBytes(8).toString('hex'))
    try {
      await portableCopy(db, copy)
      return await open(copy, 'r')
    } finally {
      rmSync(copy, { force: true })
    }
  }

  return async function download(): Promise<Readable> {
    const handle = await serial(copied)
    return handle.createReadStream() // closes the handle at the end, also when aborted
  }
}
