import type { Timers } from '../../platform/jobs/timers.ts'

const TERM_MS = 5_000
const KILL_MS = 2_000
const LOOK_MS = 20

/** True if `ended` settles within `ms`. */
export function settlesWithin(ended: Promise<unknown>, ms: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(false))
    const yes = () => {
      cancel()
      resolve(true)
    }
    ended.then(yes, yes)
  })
}

/** True if `isGone` becomes true within `ms`: for a process that is not our child, whose end is not signalled. */
export function goneWithin(isGone: () => boolean, ms: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (left: number) => {
      if (isGone()) resolve(true)
      else if (left <= 0) resolve(false)
      else timers.after(LOOK_MS, () => look(left - LOOK_MS))
    }
    look(ms)
  })
}

/** TERM, five seconds, KILL; false if the process survives even that. */
export async function endGently(
  signal: (signal: NodeJS.Signals) => void,
  endedWithin: (ms: number) => Promise<boolean>,
): Promise<boolean> {
  signal('SIGTERM')
  if (await endedWithin(TERM_MS)) return true
  signal('SIGKILL')
  return endedWithin(KILL_MS)
}
