import type { Timers } from '../../platform/jobs/timers.ts'
import { saysStarted } from './log-line.ts'
import type { CoreOutput } from './output.ts'
import { servesApi } from './proc.ts'
import type { CoreRun } from './run.ts'

/** Normally the log line tells; polling is for log levels that hide it. */
const LOOK_MS = 250
/** The API listens before the last inbound does: an inbound that cannot bind ends the core within this time. */
const SETTLE_MS = 500

export type Readiness = 'ready' | 'ended' | 'late'

/**
 * Whether a started core is ready: it says so, or (at log levels that hide the line) this very process serves its API
 * and stays alive. Never later than `deadlineMs`.
 */
export function whenReady(
  run: CoreRun,
  output: CoreOutput,
  timers: Timers,
  deadlineMs: number,
): Promise<Readiness> {
  return new Promise((resolve) => {
    let cancelLook = () => {}
    let cancelSettle: (() => void) | undefined
    const done = (readiness: Readiness) => {
      cancelLook()
      cancelSettle?.()
      cancelDeadline()
      stopListening()
      resolve(readiness)
    }
    const cancelDeadline = timers.after(deadlineMs, () => done('late'))
    const stopListening = output.onLine((_line, parsed) => {
      if (saysStarted(parsed)) done('ready')
    })
    const look = () => {
      if (servesApi(run.record)) {
        cancelSettle = timers.after(SETTLE_MS, () => done('ready'))
      } else cancelLook = timers.after(LOOK_MS, look)
    }
    void run.ended.then(() => done('ended'))
    cancelLook = timers.after(LOOK_MS, look)
  })
}
