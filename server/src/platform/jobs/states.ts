import type { JobState } from '#contract/jobs-api.ts'

type Failure = Pick<JobState, 'lastError' | 'lastErrorCoded'>

interface Described {
  name: string
  everyMs: number
}

/** The state of each job: last run, duration, error, next run. */
export function createStates(clock: () => number) {
  const states = new Map<string, JobState>()
  const idle = { running: false, lastAt: 0, lastTookMs: 0, lastError: '', nextAt: 0 }

  function change({ name, everyMs }: Described, news: Partial<JobState>): void {
    states.set(name, { ...(states.get(name) ?? { name, everyMs, ...idle }), ...news })
  }

  return {
    planned: (job: Described, inMs: number) => change(job, { nextAt: Math.round(clock() + inMs) }),
    began: (job: Described) => change(job, { running: true, lastAt: clock(), nextAt: 0 }),
    ended: (job: Described, tookMs: number, failure: Failure) =>
      change(job, { running: false, lastTookMs: Math.max(0, Math.round(tookMs)), ...failure }),
    list: (): JobState[] => [...states.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}
