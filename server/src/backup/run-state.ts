import { join } from 'node:path'
import { z } from 'zod'
import { BackupRun } from '#contract/backup.ts'
import { readJson } from '../platform/files.ts'
import { writeAtomic } from '../platform/write-atomic.ts'

const State = z.object({
  /** When the schedule began to count. */
  since: z.int(),
  lastRun: BackupRun.nullable(),
  lastGoodAt: z.int(),
  /** The slot of the schedule that was served last, or given up. */
  lastSlot: z.int(),
  /** A failed scheduled backup is tried again then; 0 = not. */
  retryAt: z.int(),
  /** Name of a backup in the folder that is still to be stored in S3; blank = none. */
  toUpload: z.string(),
})
type RunState = z.output<typeof State>

/**
 * What happened to the backups of this machine. In a file beside the database and not in it: a restore must not bring
 * back the memory of an earlier day.
 */
export function createRunState(dataFolder: string, now: () => number) {
  const file = join(dataFolder, 'backup-state.json')
  let state: RunState = readJson(file, State) ?? {
    since: now(),
    lastRun: null,
    lastGoodAt: 0,
    lastSlot: 0,
    retryAt: 0,
    toUpload: '',
  }
  return {
    get: (): RunState => state,
    set(news: Partial<RunState>): void {
      state = { ...state, ...news }
      writeAtomic(file, JSON.stringify(state))
    },
  }
}
