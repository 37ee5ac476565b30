import { closeSync, openSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Db } from '../open.ts'
import { copyTables } from './copy-tables.ts'
import { postgresSource } from './postgres-source.ts'
import type { OnProgress } from './report.ts'
import { openNewFile, synced } from './sqlite-target.ts'

/** In one step: with several, every write in between would restart the copy. */
const allPages = 2_147_483_647

/**
 * The content of an open database as one SQLite file, complete and on the disk when the promise resolves, while writes
 * go on: of one moment, from either engine. `file` must not exist; it is made with mode 0600, and deleted on failure.
 */
export async function portableCopy(
  { bulk }: Pick<Db, 'bulk'>,
  file: string,
  onProgress: OnProgress = () => {},
): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600))
  try {
    if (bulk.kind === 'file') await copyFile(bulk.file, file)
    else await copySnapshot(bulk.open, file, onProgress)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  const reader = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(reader, to, { rate: allPages })
  } finally {
    reader.close()
  }
  await synced(to)
}

async function copySnapshot(
  open: Extract<Db['bulk'], { kind: 'snapshot' }>['open'],
  file: string,
  onProgress: OnProgress,
): Promise<void> {
  const snapshot = await open()
  const target = openNewFile(file)
  try {
    const source = postgresSource(snapshot.query, 'PostgreSQL', async () => {})
    await copyTables(source, target, { skip: [], now: Date.now(), onProgress })
    await target.finish()
  } catch (error) {
    await target.giveUp()
    throw error
  } finally {
    await snapshot.close()
  }
}
