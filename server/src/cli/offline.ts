import { chmodSync, mkdirSync } from 'node:fs'
import { takeCode } from '../auth/used-codes.ts'
import { raiseEpoch } from '../auth/users.ts'
import type { Config } from '../config.ts'
import { type Commit, createCommit } from '../platform/changes/commit.ts'
import { type Db, openDb, type Tx } from '../platform/db/open.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import { createLog } from '../platform/log.ts'
import { createSettings, type SettingsRoom } from '../settings/service.ts'

export interface Storage {
  db: Db
  commit: Commit
  settings: SettingsRoom
}

/**
 * Storage and settings without a panel: the command line works next to a running panel, through the database alone.
 * `admit` may refuse to go on, before the schema is touched.
 */
export async function withStorage<T>(
  config: Config,
  work: (storage: Storage) => Promise<T>,
  admit?: (tx: Tx, engine: Db['engine']) => Promise<void>,
): Promise<T> {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  chmodSync(config.dataFolder, 0o700)
  const log = createLog('warn')
  const db = await openDb(config.database, log, Date.now, admit)
  try {
    // No listeners here: a running panel is another process and has its own.
    const commit = createCommit({ db, now: Date.now, log, listeners: () => [] })
    const settings = await createSettings({
      db,
      log,
      commit,
      checkCertificate: (cert, key, setting) => void loadCertificate(cert, key, setting),
      codeFits: async (tx, secret, code) => (await takeCode(tx, secret, code, Date.now())) === 'taken',
      raiseEpoch,
    })
    return await work({ db, commit, settings })
  } finally {
    await db.close()
  }
}
