import type { Coded } from '#contract/coded.ts'
import type { VersionProcess } from './version-process.ts'

/** This many answers in a row may be bad before a new version is given up: a busy moment is no fault. */
const mostFaults = 3
/** How long an answer may take. */
const answerMs = 5_000

export interface TrialTimes {
  /** To be ready, and then to be well: its core may take a moment to be adopted. */
  readyMs: number
  /** To stay well. */
  wellMs: number
  /** Between two questions. */
  askMs: number
}

interface Trial extends TrialTimes {
  version: VersionProcess
  /** The core ran before the update. */
  coreRan: boolean
}

const tooLate = (ms: number): Coded => ({
  code: 'update.not-ready',
  params: { seconds: Math.round(ms / 1_000) },
})
const exited = (status: number): Coded => ({ code: 'update.exited', params: { status } })
const unhealthy = (reason: Coded): Coded => ({ code: 'update.unhealthy', params: { reason } })
const noAnswer: Coded = { code: 'update.no-answer', params: {} }
const coreStopped: Coded = { code: 'update.core-stopped', params: {} }

/** Resolves with undefined when a version is in memory and waits for its turn, or with what is wrong. */
export async function watchLoading(version: VersionProcess, readyMs: number): Promise<Coded | undefined> {
  const trouble = version.ended.then(({ code }) => exited(code))
  return within(Promise.race([said(version, 'loaded'), trouble]), readyMs, tooLate(readyMs))
}

const said = (version: VersionProcess, what: 'loaded' | 'ready') =>
  new Promise<undefined>((resolve) =>
    version.onMessage(({ sluice }) => {
      if (sluice === what) resolve(undefined)
    }),
  )

/**
 * Watches a new version until it has been well for a minute, and resolves with undefined then, or with what is wrong.
 * It must be ready within a minute, and well within another.
 */
export async function watchTrial({
  version,
  coreRan,
  readyMs,
  wellMs,
  askMs,
}: Trial): Promise<Coded | undefined> {
  const trouble = version.ended.then(({ code }) => exited(code))
  const late = await within(Promise.race([said(version, 'ready'), trouble]), readyMs, tooLate(readyMs))
  if (late) return late
  const ask = createQuestions(version, coreRan)
  let wellSince: number | undefined
  let faults = 0
  const began = performance.now()
  for (;;) {
    const fault = await Promise.race([ask(), trouble])
    const now = performance.now()
    if (fault?.code === 'update.exited') return fault
    if (fault) {
      faults++
      const isOver = wellSince === undefined ? now - began >= readyMs : faults >= mostFaults
      if (isOver) return unhealthy(fault)
    } else {
      faults = 0
      wellSince ??= now
      if (now - wellSince >= wellMs) return undefined
    }
    await Promise.race([pause(askMs), trouble])
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Undefined if the work is done in time; else what went wrong. */
async function within(work: Promise<Coded | undefined>, ms: number, late: Coded): Promise<Coded | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<Coded>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks the panel how it is; an answer that does not come is a fault. */
function createQuestions(version: VersionProcess, coreRan: boolean) {
  let last = 0
  let answer: (fault: Coded | undefined) => void = () => {}
  version.onMessage((message) => {
    if (message.sluice !== 'health' || message.id !== last) return
    answer(message.fault ?? (coreRan && message.core !== 'running' ? coreStopped : undefined))
  })
  return async (): Promise<Coded | undefined> => {
    const id = ++last
    const answered = new Promise<Coded | undefined>((resolve) => {
      answer = resolve
    })
    version.send({ sluice: 'health', id })
    return within(answered, answerMs, noAnswer)
  }
}
