import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { readJson } from '../../platform/files.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'
import { corePaths } from './files.ts'
import { allPids, argvOf, exeOf, startTimeOf, uidOf } from './proc.ts'

const port = z.int().min(1).max(65535)

/** Which core is running, for the next panel after a kill. */
const CoreRecord = z.object({
  pid: z.int().min(2),
  /** Field 22 of /proc/<pid>/stat. */
  startTime: z.string(),
  exe: z.string(),
  /** It was started as this file itself. A script starts another program. */
  isDirect: z.boolean().optional(),
  configHash: z.string(),
  /** From earlier versions, whose core had open ports on loopback; now its API is a socket. */
  ports: z.object({ api: port }).optional(),
  startedAt: z.number(),
})
export type CoreRecord = Omit<z.infer<typeof CoreRecord>, 'ports'> & {
  /** Address of the API: a socket path, or `127.0.0.1:<port>` of a core that an earlier version started. */
  api: string
}

/** Unique per core process, and stable when another panel adopts it. */
export const startIdOf = ({ pid, startTime, startedAt }: CoreRecord): string =>
  `${pid}-${startTime}-${startedAt}`

/** The program that this process runs, also if another version is installed by now; undefined if it cannot be told. */
export const programOf = ({ pid, startTime, isDirect }: CoreRecord): string | undefined =>
  isDirect && startTimeOf(pid) === startTime ? `/proc/${pid}/exe` : undefined

export interface Orphan {
  pid: number
  startTime: string
  /** Absent if the panel was killed before it could write one: such a core can only be ended. */
  record?: CoreRecord
}

export const writeRecord = (dataFolder: string, record: CoreRecord): void =>
  writeAtomic(corePaths(dataFolder).record, JSON.stringify(record))

/** A stale record is harmless: it names a process that no longer exists. */
export function removeRecord(dataFolder: string): void {
  try {
    rmSync(corePaths(dataFolder).record, { force: true })
  } catch {
    // the data folder is not writable: reported elsewhere
  }
}

function readRecord(dataFolder: string): CoreRecord | undefined {
  const paths = corePaths(dataFolder)
  const found = readJson(paths.record, CoreRecord)
  if (!found) return undefined // the search by arguments below still finds the process
  const { ports, ...record } = found
  return { ...record, api: ports ? `127.0.0.1:${ports.api}` : paths.api }
}

/** Every local user can reach such a core's API: it is ended instead of adopted (R44). */
export const hasOpenApi = ({ api }: CoreRecord): boolean => !api.startsWith('/')

export const coreArgs = (dataFolder: string): string[] => ['run', '-c', corePaths(dataFolder).config]

/** Started with our configuration by our user: nothing else runs that file. */
function runsOurConfig(pid: number, args: readonly string[]): boolean {
  const argv = argvOf(pid).slice(-args.length)
  return (
    argv.length === args.length &&
    argv.every((word, i) => word === args[i]) &&
    uidOf(pid) === process.getuid?.()
  )
}

/** Matches pid and start time, and the program if the kernel shows it (not with file capabilities). */
function isRecorded({ pid, startTime, exe }: CoreRecord, args: readonly string[]): boolean {
  if (startTimeOf(pid) !== startTime) return false
  const seen = exeOf(pid)
  return seen === undefined ? runsOurConfig(pid, args) : seen === exe
}

/** A core of this data folder that outlived its panel; never identified by its pid alone. */
export function findOrphan(dataFolder: string): Orphan | undefined {
  const args = coreArgs(dataFolder)
  const record = readRecord(dataFolder)
  if (record && isRecorded(record, args)) return { pid: record.pid, startTime: record.startTime, record }
  for (const pid of allPids()) {
    const startTime = runsOurConfig(pid, args) ? startTimeOf(pid) : undefined
    if (startTime !== undefined) return { pid, startTime }
  }
  return undefined
}

const Applied = z.object({
  pid: z.int(),
  startTime: z.string(),
  config: z.looseObject({
    inbounds: z.array(z.looseObject({ tag: z.string(), settings: z.looseObject({}) })),
    outbounds: z.array(z.looseObject({})),
    routing: z.looseObject({ rules: z.array(z.looseObject({})) }),
  }),
})

const fileOf = (dataFolder: string) => join(dataFolder, 'core-applied.json')

/**
 * Stores the configuration that a core runs now, without clients: the file it was started with is outdated after the
 * first live change, and the next panel needs it after a kill.
 */
export function writeApplied(dataFolder: string, { pid, startTime }: CoreRecord, config: CoreConfig): void {
  try {
    writeAtomic(fileOf(dataFolder), JSON.stringify({ pid, startTime, config }))
  } catch {
    rmSync(fileOf(dataFolder), { force: true }) // disk full: no file is better than an outdated one
  }
}

/** Undefined if it belongs to another process or cannot be read. */
export function readApplied(dataFolder: string, { pid, startTime }: CoreRecord): CoreConfig | undefined {
  const applied = readJson(fileOf(dataFolder), Applied)
  // Our own file: it has the format that was written.
  return applied?.pid === pid && applied.startTime === startTime
    ? (applied.config as unknown as CoreConfig)
    : undefined
}
