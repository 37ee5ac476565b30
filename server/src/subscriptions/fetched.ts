import type { Db } from '../platform/db/open.ts'
import { setsFor } from '../platform/db/sets.ts'
import type { Job } from '../platform/jobs/jobs.ts'

const everyMs = 30_000
const mostWaiting = 200_000

/** When apps last fetched: noted in memory on the way, written in batches behind it. */
export function createFetched(db: Db, now: () => number) {
  const sets = setsFor(db.engine)
  let waiting = new Map<string, number>()

  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    const rows = [...batch].map(([email, at]) => ({ email, last_sub_fetch: at }))
    try {
      await db.write((tx) =>
        sets.update(tx, 'client_traffics', rows, { email: 'text', last_sub_fetch: 'int' }, 'email'),
      )
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
