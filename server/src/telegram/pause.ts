import type { Timers } from '../platform/jobs/timers.ts'

/** Resolves after `ms`, or at once when the signal fires. */
export const pause = (timers: Timers, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = timers.after(ms, done)
    signal.addEventListener('abort', done, { once: true })
  })
