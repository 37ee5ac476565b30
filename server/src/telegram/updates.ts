import type { Update } from 'grammy/types'
import type { Timers } from '../platform/jobs/timers.ts'
import { type Failure, failureOf } from './failures.ts'
import { pause } from './pause.ts'
import { type BotApi, botSignal, pollSeconds } from './transport.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A wrong token does not become right by itself. */
const tokenPauseMs = 10 * 60_000
const conflictPauseMs = 30_000
/** A server that answers an empty poll at once must not be asked in a loop. */
const emptyPauseMs = 1_000
const quickMs = 500

interface Deps {
  api: BotApi
  timers: Timers
  /** Milliseconds; only differences count. */
  clock: () => number
  /** Before the first poll, and again after a failure of it. */
  begin: (signal: AbortSignal) => Promise<void>
  lastUpdate: () => Promise<number | undefined>
  /** Stored before the updates are handed out: each is done once, also over a crash. */
  taken: (update: number) => Promise<unknown>
  handle: (update: Update) => void
  running: () => void
  /** `times`: how often in a row. */
  failed: (failure: Failure, times: number) => void
}

const kinds = ['message', 'callback_query'] as const

/** Asks for updates until the signal fires. Whatever goes wrong, it waits and tries again. */
export async function poll(deps: Deps, signal: AbortSignal): Promise<void> {
  const { api, timers, clock } = deps
  let begun = false
  let failures = 0

  async function once(): Promise<void> {
    if (!begun) {
      await deps.begin(signal)
      begun = true
      deps.running()
    }
    const last = await deps.lastUpdate()
    const asked = clock()
    const updates = await api.getUpdates(
      {
        ...(last !== undefined && { offset: last + 1 }),
        timeout: pollSeconds,
        limit: 100,
        allowed_updates: kinds,
      },
      botSignal(signal),
    )
    failures = 0
    deps.running()
    const news = updates.filter(({ update_id }) => last === undefined || update_id > last)
    if (news.length > 0) {
      await deps.taken(Math.max(...news.map(({ update_id }) => update_id)))
      for (const update of news) deps.handle(update)
    } else if (clock() - asked < quickMs) await pause(timers, emptyPauseMs, signal)
  }

  while (!signal.aborted) {
    try {
      await once()
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      failures += 1
      if (failure.kind === 'token' || failure.kind === 'conflict') begun = false
      deps.failed(failure, failures)
      await pause(timers, pauseAfter(failure, failures), signal)
    }
  }
}

export function pauseAfter(failure: Failure, failures: number): number {
  if (failure.kind === 'wait') return failure.ms
  if (failure.kind === 'token') return tokenPauseMs
  if (failure.kind === 'conflict') return conflictPauseMs
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10))
}
