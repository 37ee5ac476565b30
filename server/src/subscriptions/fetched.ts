import type { Commit } from '../platform/changes/commit.ts'
import type { Tx } from '../platform/db/open.ts'
import type { Job } from '../platform/jobs/jobs.ts'

const everyMs = 30_000
const mostWaiting = 200_000

/** Provided by the clients room, which writes its own tables. */
export type StoreFetches = (tx: Tx, fetches: readonly { email: string; at: number }[]) => Promise<void>

/** When apps last fetched: collected in memory, written in batches. */
export function createFetched(commit: Commit, store: StoreFetches, now: () => number) {
  let waiting = new Map<string, number>()

  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    const fetches = [...batch].map(([email, at]) => ({ email, at }))
    try {
      await commit.upkeep((tx) => store(tx, fetches))
    } catch (error) {
      for (const [email, at] of batch) if (!waiting.has(email)) waiting.set(email, at)
      throw error
    }
  }
  const job: Job = { name: 'subscription-fetches', everyMs, run: flush }

  return {
    note(email: string): void {
      if (waiting.size < mostWaiting || waiting.has(email)) waiting.set(email, now())
    },
    flush,
    job,
  }
}

export type Fetched = ReturnType<typeof createFetched>
