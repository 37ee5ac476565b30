import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coded } from '#contract/coded.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import type { CoreOutput } from './output.ts'
import type { CoreExit, CoreRun, RunDeps } from './run.ts'

function describeExit({ code, signal }: CoreExit): Coded {
  if (signal) return coded('core.ended-by-signal', { signal })
  return code === null ? coded('core.ended') : coded('core.ended-with-code', { code })
}

/** What the core said last, or how it ended. */
export function lastWords(output: CoreOutput, exit: CoreExit): Coded {
  const reason = output.words()
  return reason ? coded('core.said', { reason }) : describeExit(exit)
}

type Deps = RunDeps & { logFolder: string }

/** The crash report of a core: how it ended, its last output, its trace. A failed write is ignored. */
export function writeExitReport(deps: Deps, run: CoreRun, exit: CoreExit, output: CoreOutput): void {
  const { pid, startedAt } = run.record
  const text = [
    inEnglish(describeExit(exit)),
    `process ${pid}, ran for ${Math.round((deps.now() - startedAt) / 1000)} s`,
    '',
    'Last lines:',
    ...output.recent(),
    '',
    'Standard error:',
    ...output.trace(),
    '',
  ].join('\n')
  try {
    const file = writeCrashReport(deps.logFolder, text, deps.now())
    deps.log.error({ file }, 'the core crashed; report written')
  } catch (err) {
    deps.log.error({ err }, 'the core crashed, and its report could not be written')
  }
}

/** Number of reports kept. */
const KEPT = 10
const isReport = (name: string) => /^core_crash_\d{8}_\d{6}_\d{9}\.log$/.test(name)

/** `core_crash_20261115_084432_123456789.log`: local time, and a fraction that makes the name unique. */
function nameAt(now: number, fraction: number): string {
  const date = new Date(now)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  const time = `${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
  return `core_crash_${day}_${time}_${String(fraction).padStart(9, '0')}.log`
}

/** Writes a report and removes the oldest beyond ten; returns the file. */
export function writeCrashReport(logFolder: string, text: string, now: number): string {
  mkdirSync(logFolder, { recursive: true, mode: 0o700 })
  for (let fraction = (now % 1000) * 1_000_000; ; fraction++) {
    const file = join(logFolder, nameAt(now, fraction))
    try {
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // The only error worth a retry: two crashes in one millisecond.
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw error
    }
    prune(logFolder)
    return file
  }
}

function prune(logFolder: string): void {
  const reports = readdirSync(logFolder).filter(isReport).sort()
  for (const name of reports.slice(0, -KEPT)) rmSync(join(logFolder, name), { force: true })
}
