import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import { isVersion } from './layout.ts'

/** What the panel does first, then what its parent does, then how it ended. */
export const updateSteps = [
  'download',
  'unpack',
  'backup',
  'hand-over',
  'trial',
  'done',
  'failed',
  'rolled-back',
] as const
export type UpdateStep = (typeof updateSteps)[number]

/** One update of the panel, from the download to its end. */
export interface UpdateRun {
  runId: string
  from: string
  to: string
  /** Who asked for it. */
  by: string
  step: UpdateStep
  /** Of the step; only a download has one. */
  percent: number
  /** The core ran before, so it must run afterwards. */
  coreRan: boolean
  /** Why it failed, or why the version before is back. */
  reason?: Coded
  startedAt: number
  finishedAt: number
}

const ended: readonly UpdateStep[] = ['done', 'failed', 'rolled-back']
export const hasEnded = ({ step }: Pick<UpdateRun, 'step'>): boolean => ended.includes(step)

/**
 * Beside the versions and not in the database: the parent process writes it too, and a database that is brought back
 * must not bring back an earlier memory.
 */
const fileIn = (home: string): string => join(home, 'update.json')

export function readRun(home: string): UpdateRun | undefined {
  try {
    const run = JSON.parse(readFileSync(fileIn(home), 'utf8')) as UpdateRun // written below
    const known = updateSteps.includes(run.step) && isVersion(run.from) && isVersion(run.to)
    return known ? run : undefined
  } catch {
    return undefined // there was no update yet
  }
}

/** On the disk before it returns: after a power cut the parent must know which version was on trial. */
export function writeRun(home: string, run: UpdateRun): void {
  const draft = `${fileIn(home)}.${process.pid}`
  try {
    const handle = openSync(draft, 'w', 0o600)
    try {
      writeSync(handle, JSON.stringify(run))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, fileIn(home))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
