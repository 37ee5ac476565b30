/** Time as an argument: rooms ask for timers instead of taking the global ones, so that a test owns the clock. */
export interface Timers {
  /** Runs once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** A timer alone never keeps the process alive: what must go on is held by a listener. */
export const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
