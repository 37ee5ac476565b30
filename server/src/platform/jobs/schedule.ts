import { Cron } from 'croner'

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A schedule counts in seconds. */
const leastMs = 1_000

function everyMs(text: string): number | undefined {
  if (!text.startsWith('@every ')) return undefined
  const parts = [...text.matchAll(/([\d.]{1,12})(ms|s|m|h)/g)]
  const sum = parts.reduce((ms, [, count, unit = '']) => ms + Number(count) * (unitMs[unit] ?? 0), 0)
  return Math.max(leastMs, sum)
}

/** The first time after `after` that the schedule names; undefined if there is none, or if it cannot be read. */
export function nextAfter(cron: string, after: number, timeZone: string): number | undefined {
  const period = everyMs(cron)
  if (period !== undefined) return after + period
  try {
    const zone = timeZone === 'Local' ? {} : { timezone: timeZone }
    // Without a function nothing is started: the object only computes.
    return new Cron(cron, { ...zone, paused: true }).nextRun(new Date(after))?.getTime()
  } catch {
    return undefined
  }
}
