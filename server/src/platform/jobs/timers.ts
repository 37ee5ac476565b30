/** Rooms get timers as an argument instead of the global ones, so that tests control the clock. */
export interface Timers {
  /** Runs once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Timers never keep the process alive: listeners do. */
export const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
