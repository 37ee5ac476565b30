import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { Refusal } from '#domain/refusal.ts'
import { ownerOnly } from '../platform/db/lock.ts'
import { type AppliedStep, type Migration, migrations, pendingSteps } from './migrate.ts'

/** In one step: with several, every write in between would restart the copy. */
const allPages = 2_147_483_647

const copyOf = (file: string) => `${file}.before-update`

/** The steps that a file has; none if it is new. */
function stepsIn(reader: DatabaseSync): AppliedStep[] {
  const table = reader.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get()
  if (!table) return []
  return reader
    .prepare('select * from schema_migrations')
    .all()
    .map((row) => ({ name: String(row.name), version: String(row.version ?? '') }))
}

function withReader<T>(file: string, work: (reader: DatabaseSync) => T): T {
  const reader = new DatabaseSync(file, { readOnly: true })
  try {
    return work(reader)
  } finally {
    reader.close()
  }
}

/** Whether opening this file would change its schema. A file with nothing in it has nothing to lose. */
export function needsMigration(file: string, steps: readonly Migration[] = migrations): boolean {
  const applied = withReader(file, stepsIn)
  return applied.length > 0 && pendingSteps(applied, steps).length > 0
}

/**
 * A copy of the file, on the disk before the first step changes anything. The steps are one transaction, which SQLite
 * undoes by itself; the copy is there in case that a step, or the disk, does not keep to it.
 */
export async function copyBeforeMigrating(file: string, steps: readonly Migration[] = migrations) {
  const copy = copyOf(file)
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true })
  }
  remove() // left by a start that was killed: SQLite has undone or finished what it did
  if (!needsMigration(file, steps)) return undefined
  const reader = new DatabaseSync(file, { readOnly: true })
  try {
    ownerOnly(copy)
    await backup(reader, copy, { rate: allPages })
    const handle = openSync(copy, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    remove()
    throw new Refusal('start.no-room-for-copy', { file, reason: (error as Error).message })
  } finally {
    reader.close()
  }
  return {
    /** The schema is up to date: the copy is not needed any more. */
    drop: remove,
    /** Puts the copy in the file's place. Every connection to the file is closed, and the folder's lock is held. */
    restore() {
      renameSync(copy, file)
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    },
  }
}
