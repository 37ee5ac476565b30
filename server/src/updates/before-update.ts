import { constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { uncounted } from '../backup/facts.ts'
import { syncTree } from '../backup/restore/on-disk.ts'
import { databaseIn, emptyFolder, restorePaths } from '../backup/restore/paths.ts'
import type { Prepare } from '../backup/restore/prepare.ts'
import { markReady } from '../backup/restore/stage.ts'
import { refuseBeside } from '../instance/instance.ts'
import { instanceIdOf } from '../instance/instance-id.ts'
import type { Config } from '../platform/config.ts'
import { readJson } from '../platform/files.ts'
import { hasEnded, readRun, type UpdateRun } from '../platform/release/update-run.ts'
import { version } from '../platform/version.ts'
import type { Base } from '../settings/base-services.ts'
import { replaceAll } from '../store/copy/copy-database.ts'
import { portableCopy } from '../store/copy/portable-copy.ts'
import { type Db, openDb, type Tx } from '../store/open.ts'

const About = z.object({
  runId: z.string(),
  at: z.int(),
  /** PostgreSQL: the tables that were there. */
  tables: z.array(z.string()),
})
type About = z.output<typeof About>

interface Deps extends Pick<Base, 'log' | 'now'> {
  config: Pick<Config, 'dataFolder' | 'database' | 'installation'>
  prepare: Prepare
}

/**
 * The database as it was before an update, kept until the new version has proven itself (ADR 116). The version that leaves
 * makes the copy, because it is known to work, and brings it back if it has to return.
 */
export function createBeforeUpdate({ config, log, now, prepare }: Deps) {
  const { dataFolder, database } = config
  const home = config.installation?.home
  const folder = join(dataFolder, 'before-update')
  const copy = join(folder, 'sluice.db')
  const aboutFile = join(folder, 'about.json')
  const drop = () => rmSync(folder, { recursive: true, force: true })

  /** Steps that this version does not know make it refuse the database. */
  async function isTooNew(): Promise<boolean> {
    try {
      const db = await openDb(database, log, now)
      await db.close()
      return false
    } catch (error) {
      if (error instanceof Refusal && tooNew.has(error.code)) return true
      throw error
    }
  }

  /** SQLite: as a restore that waits, which a kill at any moment does not break (ADR 093). */
  async function bringBackFile(run: UpdateRun, kept: About): Promise<void> {
    if (!existsSync(restorePaths(dataFolder).next)) await stage(run, kept) // else it was staged before a kill
    rmSync(aboutFile) // once only; the next start drops the rest
  }

  async function stage(run: UpdateRun, { at }: About): Promise<void> {
    const { nextPartial } = restorePaths(dataFolder)
    emptyFolder(nextPartial)
    await copyFile(copy, databaseIn(nextPartial), constants.COPYFILE_FICLONE)
    await markReady(dataFolder, prepare, {
      actor: { kind: 'job', name: 'panel', address: '' },
      at: now(),
      from: '',
      undo: true,
      ...(run.reason && { reason: run.reason }),
      replaced: { ...uncounted, engine: 'sqlite', panelVersion: run.to, madeAt: now(), files: [] },
      files: [],
      session: 'as they are',
      origin: { engine: 'sqlite', madeAt: at, panelVersion: version },
    })
  }

  /** PostgreSQL: in one transaction. What other panels on it have written since is not undone by one that fails. */
  async function bringBackTables({ tables }: About): Promise<void> {
    const admit = (tx: Tx) => refuseBeside(tx, 'postgres', instanceIdOf(dataFolder))
    try {
      await replaceAll(database, copy, { now, before: tables, admit })
    } catch (error) {
      const isShared = error instanceof Refusal && error.code === 'start.second-instance'
      if (!isShared || (await isTooNew())) throw error
      log.warn({}, 'other panels run on the database: it stays as it is')
    }
  }

  return {
    /** When the panel leaves for another version, and nobody writes any more. */
    async keep(db: Db): Promise<void> {
      const run = home === undefined ? undefined : readRun(home)
      if (home === undefined || run?.step !== 'hand-over') return
      drop()
      try {
        mkdirSync(folder, { mode: 0o700 })
        await portableCopy(db, copy)
        const kept: About = { runId: run.runId, at: now(), tables: await tablesOf(db) }
        writeFileSync(aboutFile, JSON.stringify(kept), { mode: 0o600 })
        syncTree(folder)
      } catch (error) {
        drop()
        throw new Refusal('update.not-kept', { reason: (error as Error).message })
      }
    },
    /** At the start, under the lock of the data folder: brings the copy back if the new version failed. */
    async bringBack(): Promise<void> {
      if (!existsSync(folder)) return
      const kept = readJson(aboutFile, About) // undefined if it was brought back
      const run = home === undefined ? undefined : readRun(home)
      const isOurs = kept !== undefined && run?.runId === kept.runId
      if (isOurs && !hasEnded(run)) return // on trial
      if (isOurs && run.step === 'rolled-back') {
        log.warn({ from: run.to, to: run.from }, 'the database is brought back as it was before the update')
        if (database.kind === 'sqlite') return bringBackFile(run, kept)
        await bringBackTables(kept)
      }
      drop()
    },
  }
}

export type BeforeUpdate = ReturnType<typeof createBeforeUpdate>

const tooNew: ReadonlySet<string> = new Set(['start.database-newer', 'start.database-needs-version'])

async function tablesOf(db: Db): Promise<string[]> {
  if (db.engine === 'sqlite') return []
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema()`.execute(db.read)
  return rows.map(({ name }) => name)
}
