import { randomBytes } from 'node:crypto'
import { constants, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFacts } from '#contract/backup.ts'
import type { Coded } from '#contract/coded.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import { readText } from '../../platform/files.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { databaseName } from '../archive/manifest.ts'
import { renameDurably, syncTree } from './on-disk.ts'
import {
  databaseIn,
  emptyFolder,
  filesIn,
  hasPrevious,
  type RestorePlan,
  readPlan,
  restorePaths,
  writePlan,
} from './paths.ts'
import type { Note, Prepare } from './prepare.ts'

export interface Wish {
  actor: Actor
  at: number
  /** Name of the backup; blank for an undo. */
  from: string
  undo: boolean
  /** Why the panel does it by itself. */
  reason?: Coded
  replaced: BackupFacts
  /** Paths of certificates and keys in the staged folder. */
  files: readonly string[]
  /** The session that asks for it, if any; all others end. */
  session: Note['sessions']
  /** Facts that the database does not hold. */
  origin: Pick<BackupFacts, 'engine' | 'madeAt' | 'panelVersion'>
}

/**
 * Makes the content of `next.partial` ready for the next start: brought up to date, with a row in its audit log, and on
 * the disk before it gets its name.
 */
export async function markReady(dataFolder: string, prepare: Prepare, wish: Wish): Promise<RestorePlan> {
  const paths = restorePaths(dataFolder)
  const staged = databaseIn(paths.nextPartial)
  const { actor, at, from, undo, reason, replaced, files, session, origin } = wish
  const id = randomBytes(16).toString('hex')
  const { counted } = await prepare(staged, (counts) => ({
    actor,
    sessions: session,
    action: {
      action: 'panel.restore',
      objectKind: 'panel',
      object: from,
      before: replaced,
      after: { ...counts, ...origin, undo, mark: id },
    },
  }))
  const restored: BackupFacts = { ...counted, ...origin, files: [...files] }
  const plan: RestorePlan = {
    id,
    at,
    actor: actor.name,
    from,
    undo,
    reason: reason ? inEnglish(reason) : '',
    ...(reason && { reasonCoded: reason }),
    restored,
    replaced,
    files: [...files],
  }
  // Bringing a database up to date may leave a copy of it behind.
  for (const name of readdirSync(paths.nextPartial))
    if (name !== databaseName && name !== 'files') rmSync(join(paths.nextPartial, name), { recursive: true })
  writePlan(paths.nextPartial, plan)
  syncTree(paths.nextPartial)
  if (existsSync(paths.next)) throw new Refusal('backup.busy')
  renameDurably(paths.nextPartial, paths.next)
  return plan
}

/** The replaced state becomes the one to restore. What it replaces then can be brought back in the same way. */
export async function stageUndo(
  dataFolder: string,
  prepare: Prepare,
  wish: Pick<Wish, 'actor' | 'at' | 'replaced' | 'session'> & { reason?: Coded },
): Promise<RestorePlan> {
  const paths = restorePaths(dataFolder)
  const last = readPlan(paths.previous)
  if (!last || !hasPrevious(paths)) throw new Refusal('backup.nothing-to-undo')
  emptyFolder(paths.nextPartial)
  for (const end of ['', '-wal', '-journal'])
    if (existsSync(databaseIn(paths.previous) + end))
      await copyFile(
        databaseIn(paths.previous) + end,
        databaseIn(paths.nextPartial) + end,
        constants.COPYFILE_FICLONE,
      )
  const hasFiles = existsSync(filesIn(paths.previous))
  if (hasFiles) cpSync(filesIn(paths.previous), filesIn(paths.nextPartial), { recursive: true })
  const files = last.files.filter((path) => existsSync(join(filesIn(paths.nextPartial), path)))
  const { engine, madeAt, panelVersion } = last.replaced
  return markReady(dataFolder, prepare, {
    ...wish,
    from: '',
    undo: true,
    files,
    origin: { engine, madeAt, panelVersion },
  })
}

/** For a start that failed right after a restore: true if the state before is now ready to come back. */
export async function undoUnproven(
  dataFolder: string,
  prepare: Prepare,
  { reason, at }: { reason: Coded; at: number },
): Promise<boolean> {
  const paths = restorePaths(dataFolder)
  const last = readPlan(paths.previous)
  if (!last || !hasPrevious(paths) || readText(paths.unproven) !== last.id) return false
  rmSync(paths.unproven, { force: true }) // once only
  const actor: Actor = { kind: 'job', name: 'panel', address: '' }
  await stageUndo(dataFolder, prepare, { actor, at, replaced: last.restored, reason, session: 'as they are' })
  return true
}

/** The panel serves the restored state. */
export const proven = (dataFolder: string): void => rmSync(restorePaths(dataFolder).unproven, { force: true })
