import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiListen } from '#server/core/process/files.ts'
import type { Launcher } from '#server/core/process/launch.ts'
import { startTimeOf } from '#server/core/process/proc.ts'
import { CoreProcess } from '#server/core/process/process.ts'
import type { CoreProcessDeps } from '#server/core/process/process-deps.ts'
import { realTimers, type Timers } from '#server/platform/jobs/timers.ts'
import { silentLog } from '#server/platform/log.ts'

/** Folders of a panel, and cores that end with the test. */
export interface Stage {
  folder: string
  logFolder: string
  /** The fake core's program. */
  fake: string
  core(launch: Launcher['launch'], more?: Partial<CoreProcessDeps>): CoreProcess
  close(): Promise<void>
}

export function createStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-core-'))
  const [logFolder, binFolder] = [join(folder, 'logs'), join(folder, 'bin')]
  mkdirSync(binFolder)
  const fake = join(binFolder, 'fake-core.mjs')
  const source = readFileSync(fileURLToPath(new URL('./fake-core.mjs', import.meta.url)), 'utf8')
  writeFileSync(fake, `#!${process.execPath}\n${source}`)
  chmodSync(fake, 0o755)
  const cores: CoreProcess[] = []
  return {
    folder,
    logFolder,
    fake,
    core(launch, more = {}) {
      const deps = {
        dataFolder: folder,
        logFolder,
        binFolder,
        log: silentLog,
        now: Date.now,
        timers: realTimers,
      }
      const core = new CoreProcess({ ...deps, launcher: { launch }, ...more })
      cores.push(core)
      return core
    },
    async close() {
      await Promise.all(cores.map((core) => core.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const isAlive = (pid: number) => startTimeOf(pid) !== undefined
export const pidOf = (core: CoreProcess) => core.running()?.record.pid ?? 0
export const reportsIn = (logFolder: string) =>
  readdirSync(logFolder).filter((name) => name.startsWith('core_crash_'))

/** A clock `times` faster, for long waits. */
export const fasterTimers = (times: number): Timers => ({
  after: (ms, run) => realTimers.after(ms / times, run),
})

/** Instructions for the fake core. */
export const fakeLaunch =
  (binary: string, does: string, more: Record<string, unknown> = {}): Launcher['launch'] =>
  async () => ({ binary, configText: JSON.stringify({ fake: { does, api: apiListen, ...more } }) })

/** The real core with its API, at a chosen log level. */
export const realLaunch =
  (binary: string, loglevel = 'warning', more: Record<string, unknown> = {}): Launcher['launch'] =>
  async () => {
    const config = {
      log: { access: '', loglevel },
      api: { tag: 'api', listen: apiListen, services: ['StatsService'] },
      stats: {},
      inbounds: [],
      outbounds: [{ protocol: 'freedom' }],
      ...more,
    }
    return { binary, configText: JSON.stringify(config) }
  }
