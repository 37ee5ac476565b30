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

const notReady = (seconds: number): Coded => ({ code: 'update.not-ready', params: { seconds } })
const exited = (status: number): Coded => ({ code: 'update.exited', params: { status } })
const unhealthy = (reason: Coded): Coded => ({ code: 'update.unhealthy', params: { reason } })
const noAnswer: Coded = { code: 'update.no-answer', params: {} }
const coreStopped: Coded = { code: 'update.core-stopped', params: {} }

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
  const ready = new Promise<undefined>((resolve) =>
    version.onMessage(({ sluice }) => {
      if (sluice === 'ready') resolve(undefined)
    }),
  )
  const late = await within(Promise.race([ready, trouble]), readyMs, notReady(Math.round(readyMs / 1_000)))
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
