import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { renameDurably, syncTree } from './on-disk.ts'
import {
  databaseIn,
  emptyFolder,
  filesIn,
  type RestorePaths,
  type RestorePlan,
  readPlan,
  writePlan,
} from './paths.ts'

/**
 * Keeps the state that is about to be replaced. Complete before anything is replaced; a second attempt after a kill finds
 * it and leaves it as it is.
 */
export async function keepReplaced(
  paths: RestorePaths,
  dataFolder: string,
  plan: RestorePlan,
  copyDatabase: (target: string) => Promise<void>,
): Promise<void> {
  const { previous, previousPartial } = paths
  if (readPlan(previous)?.id === plan.id) return
  emptyFolder(previousPartial)
  await copyDatabase(databaseIn(previousPartial))
  for (const path of plan.files.filter((file) => existsSync(join(dataFolder, file)))) {
    const target = join(filesIn(previousPartial), path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    copyFileSync(join(dataFolder, path), target)
  }
  writePlan(previousPartial, plan)
  syncTree(previousPartial)
  rmSync(previous, { recursive: true, force: true })
  renameDurably(previousPartial, previous)
}

const logEnds = ['-wal', '-journal']

/** By a link where that is possible: at once, and without room for a second copy. */
export function keepSqlite(file: string, target: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return
  for (const end of ['', ...logEnds]) {
    if (!existsSync(file + end)) continue
    try {
      linkSync(file + end, target + end)
    } catch {
      copyFileSync(file + end, target + end) // the file system has no links
    }
  }
  settle(file)
  for (const end of logEnds)
    if (statSync(target + end, { throwIfNoEntry: false })?.size === 0) rmSync(target + end)
}

/**
 * Writes the log into the database, through the link too, so that one file is everything. A damaged one stays as it is,
 * with its log: SQLite may delete the log then, but not what we linked.
 */
function settle(file: string): void {
  try {
    const db = new DatabaseSync(file)
    try {
      db.exec('pragma busy_timeout=10000; pragma wal_checkpoint(truncate)')
    } finally {
      db.close()
    }
  } catch {
    // damaged: perhaps the reason for this restore
  }
}

/** A log that is left beside the old file would be taken for the new one's. */
export function dropLogs(file: string): void {
  for (const end of [...logEnds, '-shm']) rmSync(file + end, { force: true })
}
