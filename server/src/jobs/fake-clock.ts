import type { Timers } from './timers.ts'

export interface FakeClock {
  now(): number
  timers: Timers
  /** Moves time on, runs what falls due in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>
  /** How many timers wait: a test can prove that nothing was left behind. */
  waiting(): number
}

interface Due {
  at: number
  run: () => void
}

/** For tests: time stands still until somebody advances it. */
export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let time = start
  const due = new Set<Due>()
  const settle = () => new Promise<void>((done) => setImmediate(done))

  function next(until: number): Due | undefined {
    let first: Due | undefined
    for (const entry of due) if (entry.at <= until && (!first || entry.at < first.at)) first = entry
    return first
  }

  return {
    now: () => time,
    waiting: () => due.size,
    timers: {
      after(ms, run) {
        const entry = { at: time + Math.max(0, ms), run }
        due.add(entry)
        return () => due.delete(entry)
      },
    },
    async advance(ms) {
      const until = time + ms
      for (let entry = next(until); entry; entry = next(until)) {
        due.delete(entry)
        time = Math.max(time, entry.at)
        entry.run()
        await settle()
      }
      time = until
      await settle()
    },
  }
}
