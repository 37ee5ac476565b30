import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Config } from '../../platform/config.ts'
import type { Base } from '../../settings/base-services.ts'
import { replaceAll } from '../../store/copy/copy-database.ts'
import { portableCopy } from '../../store/copy/portable-copy.ts'
import { openDb, type Tx } from '../../store/open.ts'
import { isFileName } from '../archive/manifest.ts'
import { explained } from '../disk-full.ts'
import { dropLogs, keepReplaced, keepSqlite } from './keep-replaced.ts'
import { renameDurably, replaceFile, syncFolder } from './on-disk.ts'
import { databaseIn, filesIn, type RestorePaths, type RestorePlan, readPlan, restorePaths } from './paths.ts'

export interface SwapDeps extends Pick<Base, 'log' | 'now'> {
  config: Pick<Config, 'dataFolder' | 'database'>
  /** PostgreSQL: may refuse, because another panel runs on it. */
  admit: (tx: Tx) => Promise<void>
  /** Told before each step; tests end the process there. */
  onStep?: (step: string) => void
}

/**
 * Carries out a restore that waits, before the database is opened. Killed at any moment, the next start carries on: the
 * old state is replaced by one rename or by one transaction. The plan of a restore that was carried out is returned.
 */
export async function applyPending(deps: SwapDeps): Promise<RestorePlan | undefined> {
  const { dataFolder, database } = deps.config
  const paths = restorePaths(dataFolder)
  sweep(paths)
  if (!existsSync(paths.next)) return undefined
  const plan = readPlan(paths.next)
  try {
    if (!plan) throw new Refusal('backup.manifest-unreadable')
    if (database.kind === 'sqlite') await replaceSqlite(deps, paths, plan, database.file)
    else await replacePostgres(deps, paths, plan)
  } catch (error) {
    if (isForLater(error)) throw error
    giveUp(paths, plan, error, deps)
    return undefined
  }
  deps.onStep?.('files')
  await replaceFiles(paths, dataFolder, plan)
  deps.onStep?.('unproven')
  writeFileSync(paths.unproven, plan.id, { mode: 0o600 })
  rmSync(paths.failed, { force: true })
  syncFolder(paths.root)
  deps.onStep?.('done')
  rmSync(paths.next, { recursive: true, force: true })
  deps.log.info(
    { from: plan.from, at: plan.at },
    plan.undo ? 'a restore was undone' : 'a backup was restored',
  )
  return plan
}

const kept = new Set(['next', 'previous', 'unproven', 'failed.json'])

/** What a panel left that was killed: comparisons, and folders that never got their final name. */
function sweep({ root }: RestorePaths): void {
  if (!existsSync(root)) return
  for (const name of readdirSync(root).filter((left) => !kept.has(left)))
    rmSync(join(root, name), { recursive: true, force: true })
}

/** The database is replaced already: a failure stops the start, and the next one goes on here. */
async function replaceFiles(paths: RestorePaths, dataFolder: string, { files }: RestorePlan): Promise<void> {
  try {
    for (const path of files.filter(isFileName))
      await replaceFile(join(filesIn(paths.next), path), join(dataFolder, path))
  } catch (error) {
    throw explained(error)
  }
}

async function replaceSqlite(
  { config, onStep }: SwapDeps,
  paths: RestorePaths,
  plan: RestorePlan,
  file: string,
): Promise<void> {
  const staged = databaseIn(paths.next)
  if (!existsSync(staged)) return // replaced before a kill; what follows is still to do
  onStep?.('keep')
  await keepReplaced(paths, config.dataFolder, plan, async (target) => keepSqlite(file, target))
  onStep?.('logs')
  dropLogs(file)
  onStep?.('rename')
  renameDurably(staged, file)
}

async function replacePostgres(deps: SwapDeps, paths: RestorePaths, plan: RestorePlan): Promise<void> {
  const { config, log, now, admit, onStep } = deps
  const db = await openDb(config.database, log, now, admit)
  try {
    if (await isThere(db.read, plan)) return // committed before a kill
    onStep?.('keep')
    await keepReplaced(paths, config.dataFolder, plan, (target) => portableCopy(db, target))
  } finally {
    await db.close()
  }
  onStep?.('replace')
  await replaceAll(config.database, databaseIn(paths.next), { now, admit: (tx) => admit(tx) })
}

/** The staged database has an audit row that names this restore: it arrives with the rest or not at all. */
async function isThere(
  read: Awaited<ReturnType<typeof openDb>>['read'],
  { id }: RestorePlan,
): Promise<boolean> {
  const row = await read
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'panel.restore')
    .where(sql<boolean>`after like ${`%"mark":"${id}"%`}`)
    .executeTakeFirst()
  return row !== undefined
}

/** The database cannot be reached now: the start fails for that reason, and the restore waits for the next one. */
const waits = new Set<string>([
  'start.postgres-no-answer',
  'start.second-instance',
  'cli.postgres-no-answer',
  'cli.commit-unanswered',
  'cli.panel-runs',
])
const isForLater = (error: unknown): boolean => error instanceof Refusal && waits.has(error.code)

/** The old state stays: a restore that cannot be carried out must not keep the panel from starting. */
function giveUp(
  paths: RestorePaths,
  plan: RestorePlan | undefined,
  error: unknown,
  { log, now }: SwapDeps,
): void {
  log.error({ err: error }, 'a restore was given up; the state is the one before')
  if (plan && readPlan(paths.previous)?.id === plan.id)
    rmSync(paths.previous, { recursive: true, force: true })
  renameSync(paths.next, paths.abandoned)
  rmSync(paths.abandoned, { recursive: true, force: true })
  const failed = { at: now(), from: plan?.from ?? '', reason: codedOf(explained(error)) }
  try {
    writeFileSync(paths.failed, JSON.stringify(failed), { mode: 0o600 })
  } catch (err) {
    log.error({ err }, 'failed to note why') // the disk is full: the start must go on
  }
}
