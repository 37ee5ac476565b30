import type { JobState } from '#contract/jobs-api.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { reasonOf } from './reason.ts'
import { realTimers, type Timers } from './timers.ts'

export interface Job {
  name: string
  everyMs: number
  /**
   * Milliseconds until a schedule wants it; undefined if none does. Asked after every run: it then runs when it is due, and
   * still once per period, because a schedule may be changed.
   */
  dueIn?(): number | undefined
  /** Also run right after start, instead of after one period. */
  atStart?: boolean
  /** Of several panels on one database only the leader runs it, and it writes nothing once another one leads. */
  leaderOnly?: boolean
  /** `signal` fires when the jobs are stopped, or when another panel leads: long work should check it. */
  run(signal: AbortSignal): void | Promise<void>
}

export interface JobLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Decides which of several panels on one database runs the jobs that must run once. */
export interface LeadsJobs {
  /** As this process knows; a transaction of the leader's work finds out for certain. */
  leads(): boolean
  /**
   * Runs `work` as the leader: each of its write transactions is refused once another instance leads. The signal fires
   * when this instance does not lead any more. Undefined if it does not lead now.
   */
  asLeader<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

interface Deps {
  /** Absent: this panel is the only one. */
  leadership?: LeadsJobs
  log: JobLog
  timers?: Timers
  /** Milliseconds; only differences are used, so the default is the monotonic clock. */
  now?: () => number
  /** Wall-clock time, for display only. */
  clock?: () => number
  /** Told when a job began to fail, or works again. */
  listener?: JobListener
}

/** Shows the list of jobs and tasks. */
export interface JobListener {
  changed(): void
}

export function createJobs(deps: Deps) {
  const { log, timers = realTimers, now = () => performance.now(), clock = Date.now, listener } = deps
  const { leadership } = deps
  const jobs: Job[] = []
  const states = createStates(clock)
  // Shared between rounds: a start right after a stop must not overlap with runs that are still ending.
  const busy = new Set<Job>()
  let live: { abort: AbortController; cancels: Map<Job, () => void>; running: Set<Promise<void>> } | undefined

  function launch(job: Job): void {
    if (!live) return
    const round = live
    const failures = createFailureReport(job.name, log, listener)

    function tick(): void {
      const began = now()
      round.cancels.delete(job)
      if (busy.has(job) || (job.leaderOnly && leadership && !leadership.leads())) {
        wait(job.everyMs)
        return
      }
      busy.add(job)
      states.began(job)
      const run = runOnce(job, round.abort.signal, failures, leadership).then(() => {
        busy.delete(job)
        states.ended(job, now() - began, failures.last())
        round.running.delete(run)
        if (!round.abort.signal.aborted) wait(pauseAfter(job, now() - began))
      })
      round.running.add(run)
    }
    function wait(ms: number): void {
      states.planned(job, ms)
      round.cancels.set(job, timers.after(ms, tick))
    }
    wait(job.atStart ? 0 : job.everyMs)
  }

  return {
    add(job: Job): void {
      jobs.push(job)
      launch(job)
    },
    start(): void {
      if (live) return
      live = { abort: new AbortController(), cancels: new Map(), running: new Set() }
      for (const job of jobs) launch(job)
    },
    /** The state of each job, by name. */
    states: states.list,
    /** Cancels waiting jobs and resolves when running ones have ended. */
    async stop(): Promise<void> {
      const round = live
      if (!round) return
      live = undefined
      round.abort.abort()
      for (const cancel of round.cancels.values()) cancel()
      await Promise.all(round.running)
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>

/** A schedule that stays due, because its job fails, does not make a busy loop. */
const leastPauseMs = 1_000

/** The next run is scheduled when this one has ended, so runs never overlap; missed slots are skipped. */
function pauseAfter({ everyMs, dueIn }: Job, tookMs: number): number {
  const untilSlot = everyMs - (Math.max(0, tookMs) % everyMs)
  const due = dueIn?.()
  if (due === undefined) return untilSlot
  return Math.min(untilSlot, due > 0 ? due : leastPauseMs)
}

type Failure = Pick<JobState, 'lastError' | 'lastErrorCoded'>
const worked = { lastError: '', lastErrorCoded: undefined }

type FailureReport = ReturnType<typeof createFailureReport>

/** A job that keeps failing is logged once, and once more when it works again. */
function createFailureReport(name: string, log: JobLog, listener?: JobListener) {
  let last: string | undefined
  let failure: Failure = worked
  return {
    failed(err: unknown) {
      const message = err instanceof Error ? err.message : String(err)
      const told = message === last
      last = message
      const lastError = reasonOf(err)
      failure = { lastError, ...(err instanceof Refusal && { lastErrorCoded: codedOf(err) }) }
      if (told) return
      log.warn({ job: name, err }, `job ${name} failed and will be retried: ${message}`)
      listener?.changed()
    },
    worked() {
      if (last === undefined) return
      last = undefined
      log.info({ job: name }, `job ${name} works again`)
      listener?.changed()
    },
    last: () => (last === undefined ? worked : failure),
  }
}

async function runOnce(
  job: Job,
  stopped: AbortSignal,
  failures: FailureReport,
  leadership: Deps['leadership'],
): Promise<void> {
  let signal = stopped
  try {
    if (job.leaderOnly && leadership)
      await leadership.asLeader(async (lost) => {
        signal = AbortSignal.any([stopped, lost])
        await job.run(signal)
      })
    else await job.run(signal)
    failures.worked()
  } catch (err) {
    if (!signal.aborted) failures.failed(err)
  }
}

type Described = Pick<Job, 'name' | 'everyMs'>

/** The state of each job: last run, duration, error, next run. */
function createStates(clock: () => number) {
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
