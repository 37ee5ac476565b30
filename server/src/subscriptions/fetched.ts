import { BoundedMap } from '#domain/bounded-map.ts'
import { type AppFamily, appOf } from '#domain/subscription/app-family.ts'
import type { Sightings } from '../clients/sightings.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'

const everyMs = 30_000
const mostWaiting = 200_000
const mostNames = 512
const longestName = 256
const day = 86_400_000

/** The clients room writes its own tables. */
export type StoreFetches = Pick<Sightings, 'fetched' | 'fetchedWith'>

/** Who is told whose subscription was fetched, and from which address. */
export type FetchListener = (emails: readonly string[], address: string) => void

/** When apps last fetched, and which: collected in memory, written in batches. */
export function createFetched(commit: Commit, store: StoreFetches, now: () => number) {
  let waiting = new Map<string, number>()
  const apps = createAppsSeen()
  const listeners: FetchListener[] = []
  const families = new BoundedMap<string, AppFamily>(mostNames)

  async function flush(): Promise<void> {
    const seen = apps.waiting()
    if (waiting.size === 0 && seen.length === 0) return
    const batch = waiting
    waiting = new Map()
    const fetches = [...batch].map(([email, at]) => ({ email, at }))
    try {
      await commit.upkeep(async (tx) => {
        await store.fetched(tx, fetches)
        if (seen.length > 0) await store.fetchedWith(tx, seen)
      })
    } catch (error) {
      for (const [email, at] of batch) if (!waiting.has(email)) waiting.set(email, at)
      throw error
    }
    apps.written(seen.length)
  }
  const job: Job = { name: 'subscription-fetches', everyMs, run: flush }

  return {
    onFetched: (listener: FetchListener): void => void listeners.push(listener),
    note(emails: readonly string[], userAgent: string, address: string): void {
      const at = now()
      // A very long one is not kept: it is no app's.
      const app = userAgent.length > longestName ? appOf(userAgent) : families.of(userAgent, appOf)
      for (const email of emails) {
        if (waiting.size < mostWaiting || waiting.has(email)) waiting.set(email, at)
        apps.note(email, app, at)
      }
      for (const listener of listeners) listener(emails, address)
    },
    flush,
    job,
  }
}

export type Fetched = ReturnType<typeof createFetched>

/** Each client and app once a day: on the other fetches of that day this is two lookups. */
function createAppsSeen() {
  const known = new Map<AppFamily, Set<string>>()
  let today = 0
  let size = 0
  const fresh: { email: string; app: AppFamily; at: number }[] = []

  return {
    note(email: string, app: AppFamily, at: number): void {
      if (at >= today + day || at < today) {
        today = at - (at % day)
        known.clear()
        size = 0
      }
      let clients = known.get(app)
      if (!clients) {
        clients = new Set()
        known.set(app, clients)
      }
      if (size >= mostWaiting || clients.has(email)) return
      clients.add(email)
      size += 1
      if (fresh.length < mostWaiting) fresh.push({ email, app, at })
    },
    waiting: () => fresh.slice(),
    /** The first ones are stored. */
    written: (count: number) => void fresh.splice(0, count),
  }
}
