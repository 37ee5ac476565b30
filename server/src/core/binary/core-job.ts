import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CoreJob, type CoreJobStep } from '#contract/core-preflight.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { readJson } from '../../platform/files.ts'
import { reasonOf } from '../../platform/jobs/reason.ts'
import type { Log } from '../../platform/log.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'

interface Deps {
  dataFolder: string
  now: () => number
  log: Log
}

export interface AskedJob extends Pick<CoreJob, 'what' | 'target' | 'sha256' | 'force' | 'actor'> {
  /** The whole address of a mirror: it may hold a password, so it is not stored. */
  url?: string | undefined
}

/** What the job does. It may set the job's result. */
export type JobWork = (steps: JobSteps, job: CoreJob) => Promise<unknown>

/** Told what the job does now, and how much of it there is. */
export interface JobSteps {
  /** Begins a step; the earlier ones are over. */
  begin(step: CoreJobStep): void
  /** This step has so many parts. */
  of(step: CoreJobStep, parts: number): void
  /** A part of the step that runs is done. */
  did(): void
}

/** For work that nobody follows. */
export const untold: JobSteps = { begin() {}, of() {}, did() {} }

const order: readonly CoreJobStep[] = ['fetch', 'read', 'inbounds', 'outbounds', 'changes', 'install']
const stepsIn: Record<CoreJob['what'], readonly CoreJobStep[]> = {
  install: order,
  preflight: order.slice(0, -1),
  mirror: ['fetch'],
}

function stepsOf(job: CoreJob): JobSteps {
  const parts = new Map(order.map((step) => [step, stepsIn[job.what].includes(step) ? 1 : 0]))
  const sum = (steps: readonly CoreJobStep[]) => steps.reduce((all, step) => all + (parts.get(step) ?? 0), 0)
  const before = () => sum(order.slice(0, order.indexOf(job.step)))
  job.total = sum(order)
  return {
    begin(step) {
      job.step = step
      job.done = before()
    },
    of(step, count) {
      parts.set(step, count)
      job.total = sum(order)
    },
    did() {
      job.done = Math.min(job.done + 1, before() + (parts.get(job.step) ?? 0))
    },
  }
}

/**
 * The install, pre-flight or fetch of a core that runs, or the last one with its result. It is kept in a file: the core belongs to
 * this machine, and other panels on the database have their own.
 */
export function createCoreJobs({ dataFolder, now, log }: Deps) {
  const file = join(dataFolder, 'core-job.json')
  let last: CoreJob | undefined
  let going: { job: CoreJob; url: string | undefined; ended: Promise<CoreJob> } | undefined

  const keep = (job: CoreJob): void => {
    try {
      writeAtomic(file, JSON.stringify(job))
    } catch (err) {
      log.warn({ err }, 'failed to store the state of the core job') // a full disk does not stop it
    }
  }

  function stored(): CoreJob | null {
    const found = readJson(file, CoreJob)
    return found ? { ...found, state: found.state === 'running' ? 'interrupted' : found.state } : null
  }

  const isSame = ({ job, url }: NonNullable<typeof going>, asked: AskedJob): boolean =>
    job.what === asked.what &&
    job.target === asked.target &&
    job.sha256 === asked.sha256 &&
    job.force === asked.force &&
    url === asked.url

  async function run(job: CoreJob, work: JobWork): Promise<CoreJob> {
    try {
      await work(stepsOf(job), job)
      job.state = 'done'
      job.done = job.total
      return job
    } catch (error) {
      job.state = 'failed'
      job.error = reasonOf(error)
      if (error instanceof Refusal) job.errorCoded = codedOf(error)
      throw error
    } finally {
      delete job.percent
      job.endedAt = now()
      going = undefined
      keep(job)
    }
  }

  return {
    state: (): CoreJob | null => last ?? stored(),
    /** The same request joins the job that runs; any other is refused meanwhile. */
    start({ url, ...asked }: AskedJob, work: JobWork): { job: CoreJob; ended: Promise<CoreJob> } {
      if (going && isSame(going, { url, ...asked })) return going
      if (going) throw new Refusal('core.install-going-on')
      const times = { startedAt: now(), endedAt: 0 }
      const state = { state: 'running', step: 'fetch', done: 0, total: 0, error: '' } as const
      const job: CoreJob = { id: randomUUID(), ...asked, ...state, ...times }
      last = job
      const begun = { job, url, ended: run(job, work) }
      begun.ended.catch(() => {}) // whoever waits for it hears of it
      if (job.state === 'running') going = begun
      keep(job)
      return begun
    },
  }
}

export type CoreJobs = ReturnType<typeof createCoreJobs>
