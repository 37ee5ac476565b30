import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { Refusal } from '#domain/refusal.ts'
import { isTaken, takeCode } from '../auth/code-check.ts'
import { forgetRecoveryCodes, renewRecoveryCodes } from '../auth/recovery-codes.ts'
import { raiseEpochs } from '../auth/users.ts'
import type { Config } from '../platform/config.ts'
import { lockFolder } from '../platform/db/lock.ts'
import { createLog } from '../platform/log.ts'
import { createSettings, type SettingsRoom } from '../settings/service.ts'
import { needsMigration } from '../store/before-migrating.ts'
import { createChangeLog } from '../store/changes/change-log.ts'
import { type Commit, createCommit } from '../store/changes/commit.ts'
import { type Db, openDb, type Tx } from '../store/open.ts'

export interface Storage {
  db: Db
  commit: Commit
  settings: SettingsRoom
}

/**
 * Storage and settings without a panel: the command line works next to a running panel, through the database alone.
 * A caller that holds the folder's lock passes `admit`, which may refuse to go on before the schema is touched.
 */
export async function withStorage<T>(
  config: Config,
  work: (storage: Storage) => Promise<T>,
  admit?: (tx: Tx, engine: Db['engine']) => Promise<void>,
): Promise<T> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  chmodSync(config.dataFolder, 0o700)
  const log = createLog('warn')
  const unlock = admit ? () => {} : lockIfChanging(config)
  const db = await openDb(config.database, log, Date.now, admit).finally(unlock)
  try {
    // No listeners here: a running panel is another process and has its own. On a PostgreSQL it reads the change log.
    const { append } = createChangeLog(db, '')
    const commit = createCommit({ db, now: Date.now, log, append })
    const settings = await createSettings({ db, log, commit })
    settings.attach({
      codeFits: async (tx, secret, code) => isTaken(await takeCode(tx, secret, code, Date.now())),
      endSessions: raiseEpochs,
      renewRecoveryCodes,
      forgetRecoveryCodes,
    })
    return await work({ db, commit, settings })
  } finally {
    await db.close()
  }
}

/** Locks the folder, or says that its panel must be stopped first. */
export function lockUnlessRunning(
  folder: string,
  code: 'cli.panel-runs-here' | 'cli.import-panel-runs' = 'cli.panel-runs-here',
): () => void {
  try {
    return lockFolder(folder)
  } catch (error) {
    const runs = error instanceof Refusal && error.code === 'start.folder-in-use'
    throw runs ? new Refusal(code, { folder }) : error
  }
}

/** The schema of a file changes only while no panel runs on it: an older one would work on tables that it does not know. */
function lockIfChanging({ database, dataFolder }: Config): () => void {
  return database.kind === 'sqlite' && isChanging(database.file) ? lockFolder(dataFolder) : () => {}
}

function isChanging(file: string): boolean {
  try {
    return existsSync(file) && needsMigration(file)
  } catch {
    return false // damaged or too new: opening it says so
  }
}
