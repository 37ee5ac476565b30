import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '#domain/refusal.ts'

/**
 * One panel per data folder. The lock is an exclusive SQLite transaction on a separate file: the kernel releases it
 * however the process dies, and there is no stale pid file. Taken before anything else (R8).
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
    throw errcode === 5
      ? new Refusal('start.folder-in-use', { folder })
      : new Refusal('start.folder-not-lockable', { folder, reason: message })
  }
  return () => db.close()
}

/** R8. Created before SQLite opens it: SQLite gives the -wal and -shm files the same mode. */
export function ownerOnly(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}
