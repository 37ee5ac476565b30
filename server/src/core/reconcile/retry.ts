import type { Timers } from '../../platform/jobs/timers.ts'

const firstMs = 1_000
const longestMs = 30_000

/** Retries a change that the core did not apply, with growing intervals; nothing queues up behind a hung core. */
export function createRetry(timers: Timers, attempt: () => Promise<void>) {
  let cancel: (() => void) | undefined
  let running = false
  let wanted = false
  let silent = false
  let failures = 0

  function plan(): void {
    if (cancel || running) return
    cancel = timers.after(Math.min(firstMs * 2 ** failures, longestMs), () => void run())
  }

  async function run(): Promise<void> {
    cancel = undefined
    running = true
    wanted = false
    await attempt().catch(() => {
      wanted = true
    })
    running = false
    failures = wanted ? failures + 1 : 0
    if (wanted) plan()
  }

  return {
    /** `unanswered`: pauses all other calls meanwhile. */
    need(unanswered: boolean): void {
      silent ||= unanswered
      wanted = true
      plan()
    },
    isSilent: () => silent,
    /** It answers again. */
    answered(): void {
      silent = false
    },
    /** Another core runs, or none. */
    forget(): void {
      cancel?.()
      cancel = undefined
      wanted = false
      silent = false
      failures = 0
    },
  }
}
