import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '#domain/refusal.ts'
import { ownerOnly } from './owner-only.ts'

/**
 * One panel per data folder. The lock is an exclusive SQLite transaction on a file of its own: the kernel lets
 * go of it however the process dies, and no stale pid file has to be judged. Taken before anything is touched.
 */
export function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (error) {
    throw new Refusal('start.folder-unusable', { folder, reason: (error as Error).message })
  }
  let db: DatabaseSync | undefined
  try {
    const file = join(folder, 'panel.lock')
    ownerOnly(file)
    db = new DatabaseSync(file)
    db.exec('pragma busy_timeout=300; begin exclusive')
  } catch (error) {
    db?.close()
    const { errcode, message } = error as Error & { errcode?: number } // node:sqlite throws nothing else
    throw new Refusal(
      errcode === 5
        ? `Another Sluice already uses ${folder}. Stop it first, or give this one a folder of its own with SLUICE_DB_FOLDER.`
        : `The data folder ${folder} cannot be locked (${message}). Check its owner and free space.`,
    )
  }
  return () => db.close()
}
