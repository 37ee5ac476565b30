import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'
import type { CoreRecord } from './record.ts'

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
  try {
    const applied = Applied.parse(JSON.parse(readFileSync(fileOf(dataFolder), 'utf8')))
    // Our own file: it has the format that was written.
    return applied.pid === pid && applied.startTime === startTime
      ? (applied.config as unknown as CoreConfig)
      : undefined
  } catch {
    return undefined
  }
}
