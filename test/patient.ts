import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Tasks that want a processor at this moment, this one included: the average lags by a minute. */
export function runnableIn(loadavgText: string): number {
  return Number(/ (\d+)\/\d+ /.exec(loadavgText)?.[1] ?? 0)
}

/** Ticks of all processors since the start, and those that other machines on the same host took. */
export function ticksIn(statText: string): { all: number; stolen: number } {
  const ticks = (/^cpu +(.*)$/m.exec(statText)?.[1] ?? '').split(' ').map(Number).slice(0, 8)
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
}

/** How many times longer work takes when this share of the processors is stolen. */
export function slowedBy(before: ReturnType<typeof ticksIn>, now: ReturnType<typeof ticksIn>): number {
  const share = (now.stolen - before.stolen) / Math.max(1, now.all - before.all)
  return 1 / (1 - Math.min(0.95, Math.max(0, share)))
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // not on Linux: the average is all there is
  }
}

let before = ticksIn(read('/proc/stat'))

/**
 * Time that is enough on a quiet machine, and longer where others wait for the processors as well. Call it where the time
 * is compared: how busy the machine was when the file was loaded says nothing.
 */
export function patient(ms: number): number {
  const now = ticksIn(read('/proc/stat'))
  const stolen = slowedBy(before, now)
  if (now.all - before.all > 1_000) before = now // what was stolen earlier slows nobody down any more
  const tasks = Math.max(loadavg()[0] ?? 0, runnableIn(read('/proc/loadavg')))
  const waiting = tasks / availableParallelism() / 2
  return Math.round(ms * Math.min(30, Math.max(1, waiting, stolen)))
}
