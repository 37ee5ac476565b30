import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupRestore } from '#contract/backup.ts'
import { readJson } from '../../platform/files.ts'
import { databaseName } from '../archive/manifest.ts'

/**
 * `next.partial` is being filled, `next` is complete and waits for the start, `previous` is what the last restore
 * replaced. A folder gets its final name by one rename, after its content is on the disk.
 */
export function restorePaths(dataFolder: string) {
  const root = join(dataFolder, 'restore')
  return {
    root,
    /** A backup that the caller of the command line had opened. */
    given: join(root, 'given'),
    nextPartial: join(root, 'next.partial'),
    next: join(root, 'next'),
    /** Given up, and about to be deleted. */
    abandoned: join(root, 'next.abandoned'),
    previousPartial: join(root, 'previous.partial'),
    previous: join(root, 'previous'),
    /** Holds the id of a restore that no start has survived yet. */
    unproven: join(root, 'unproven'),
    /** Why a restore that was accepted was not carried out. */
    failed: join(root, 'failed.json'),
  }
}
export type RestorePaths = ReturnType<typeof restorePaths>

export const databaseIn = (folder: string): string => join(folder, databaseName)
export const filesIn = (folder: string): string => join(folder, 'files')

const Plan = BackupRestore.extend({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Certificates and keys, as paths below the data folder. */
  files: z.array(z.string()),
})
export type RestorePlan = z.output<typeof Plan>

const planIn = (folder: string): string => join(folder, 'plan.json')

export const writePlan = (folder: string, plan: RestorePlan): void =>
  writeFileSync(planIn(folder), `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600 })

/** Undefined if the folder or its plan is missing or unreadable. */
export const readPlan = (folder: string): RestorePlan | undefined => readJson(planIn(folder), Plan)

export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The replaced state can be brought back. */
export const hasPrevious = ({ previous }: RestorePaths): boolean =>
  readPlan(previous) !== undefined && existsSync(databaseIn(previous))
