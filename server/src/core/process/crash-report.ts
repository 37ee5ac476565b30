import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
