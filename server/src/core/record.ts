import { readFileSync, rmSync, statSync } from 'node:fs'
import { z } from 'zod'
import { corePaths, writeAtomic } from './files.ts'
import { allPids, argvOf, exeOf, startTimeOf } from './proc.ts'

const port = z.int().min(1).max(65535)

/** Which core runs, for a panel that comes after one that was killed. */
const CoreRecord = z.object({
  pid: z.int().min(2),
  /** Field 22 of /proc/<pid>/stat. */
  startTime: z.string(),
  exe: z.string(),
  configHash: z.string(),
  ports: z.object({ api: port, metrics: port }),
  startedAt: z.number(),
})
export type CoreRecord = z.infer<typeof CoreRecord>

export interface Orphan {
  pid: number
  startTime: string
  /** Absent when the panel was killed before it could write one: such a core can only be ended. */
  record?: CoreRecord
}

export const writeRecord = (dataFolder: string, record: CoreRecord): void =>
  writeAtomic(corePaths(dataFolder).record, JSON.stringify(record))

/** One that stays is harmless: it names a process that is no more. */
export function removeRecord(dataFolder: string): void {
  try {
    rmSync(corePaths(dataFolder).record, { force: true })
  } catch {
    // the data folder cannot be written to: others say so louder
  }
}

function readRecord(dataFolder: string): CoreRecord | undefined {
  try {
    return CoreRecord.parse(JSON.parse(readFileSync(corePaths(dataFolder).record, 'utf8')))
  } catch {
    return undefined // none, or half of one: the search by arguments below still finds the process
  }
}

export const coreArgs = (dataFolder: string): string[] => ['run', '-c', corePaths(dataFolder).config]

/** A core of this data folder that outlived its panel. Proved by pid, start time and program, never by the pid alone. */
export function findOrphan(dataFolder: string): Orphan | undefined {
  const record = readRecord(dataFolder)
  if (record && startTimeOf(record.pid) === record.startTime && exeOf(record.pid) === record.exe) {
    return { pid: record.pid, startTime: record.startTime, record }
  }
  const args = coreArgs(dataFolder)
  for (const pid of allPids()) {
    const argv = argvOf(pid).slice(-args.length)
    const startTime =
      argv.length === 3 && argv.every((word, i) => word === args[i]) ? startTimeOf(pid) : undefined
    if (startTime !== undefined && isOurs(pid)) return { pid, startTime }
  }
  return undefined
}

function isOurs(pid: number): boolean {
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.()
  } catch {
    return false
  }
}
