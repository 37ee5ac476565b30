import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Log } from '../../platform/log.ts'
import type { Base } from '../../settings/base-services.ts'

interface Deps extends Pick<Base, 'timers' | 'now'> {
  /** After giving up: a full disk or a missing mount may be fixed by then. */
  slowRetryMs: number
  retry(): void
}

const HINDERED_MS = 10_000

/** The restart policy with a clock. */
export function createBackOff({ now, timers, slowRetryMs, retry }: Deps) {
  let crashes: number[] = []
  let cancelTimer: (() => void) | undefined

  function cancel(): void {
    cancelTimer?.()
    cancelTimer = undefined
  }

  function retryAfter(waitMs: number): void {
    cancel()
    cancelTimer = timers.after(waitMs, () => {
      cancelTimer = undefined
      retry()
    })
  }

  return {
    /**
     * Counts a crash or a failed start and schedules the next attempt; returns the message for the operator. `ran`: the
     * core was started; else something that it needs was missing.
     */
    failed(said: Coded, ran: boolean): { trouble: Coded; waitMs: number } {
      crashes = [...recentCrashes(crashes, now()), now()]
      const verdict = afterCrash(crashes, now())
      const waitMs = 'retryInMs' in verdict ? verdict.retryInMs : slowRetryMs
      retryAfter(waitMs)
      if ('retryInMs' in verdict || !ran) return { trouble: said, waitMs }
      return { trouble: coded('core.ended-too-often', { times: verdict.giveUpAfter, reason: said }), waitMs }
    },
    /** A dependency outside the core is missing: retried at a fixed interval, and not counted as a crash. */
    hindered(): number {
      retryAfter(HINDERED_MS)
      return HINDERED_MS
    },
    isWaiting: () => cancelTimer !== undefined,
    cancel,
    /** An operator intervened: resets the crash count. */
    forget(): void {
      crashes = []
      cancel()
    },
  }
}

export type BackOff = ReturnType<typeof createBackOff>

export type RestartDecision = { retryInMs: number } | { giveUpAfter: number }

const WINDOW_MS = 60_000
const MOST = 5
const FIRST_MS = 500

/** Five crashes in a minute mean a broken configuration; until then each wait is twice the previous one. */
export function afterCrash(crashTimes: readonly number[], now: number): RestartDecision {
  const recent = recentCrashes(crashTimes, now).length
  if (recent >= MOST) return { giveUpAfter: recent }
  return { retryInMs: FIRST_MS * 2 ** recent }
}

/** The crashes that still count; keeps the list short for a core that crashes for weeks. */
export const recentCrashes = (crashTimes: readonly number[], now: number): number[] =>
  crashTimes.filter((time) => now - time < WINDOW_MS)

/** What every attempt to start the core runs into is one problem: it is logged once, and once more when it is over. */
export function createTroubleLog(log: Pick<Log, 'debug' | 'info' | 'error'>) {
  let current: string | undefined
  return {
    failed(trouble: string, waitMs: number): void {
      if (trouble === current) log.debug({ waitMs }, trouble)
      else log.error({ waitMs }, trouble)
      current = trouble
    },
    over(): void {
      if (current !== undefined) log.info('the core runs')
      current = undefined
    },
  }
}
