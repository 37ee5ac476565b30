import { BoundedMap } from '#domain/bounded-map.ts'
import { linksListed } from '#domain/links/external.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { MaybeAsync } from '../platform/maybe-async.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { Base } from '../settings/base-services.ts'

const minute = 60_000
const freshMs = 5 * minute
const retryMs = minute
/** Shorter than a fetch: a list that leads back to this panel does not wait for itself. */
const longestWaitMs = 4_000
const timeoutMs = 8_000
const maxBytes = 1024 * 1024
const mostLists = 2_000
const mostKeptChars = 16 * 1024 * 1024
const mostAtOnce = 8
const mostWaiting = 500

/** Many servers of lists answer with links only if they know the app. */
const headers = { 'user-agent': 'v2rayNG/1.10.0' }

interface Kept {
  links: readonly string[]
  size: number
  /** When it is fetched again. */
  dueAt: number
}

interface Deps extends Pick<Base, 'log' | 'now'> {
  egress: Pick<Egress, 'safeFetch'>
}

/**
 * Lists of links that operators gave their clients, fetched when somebody asks: kept for minutes, and the last good one
 * stays while its server fails.
 */
export function createExternalLists({ egress, now, log }: Deps) {
  const kept = new BoundedMap<string, Kept>(mostLists)
  const underway = new Map<string, Promise<void>>()
  const ending = new AbortController()
  const turns = createTurns(mostAtOnce)

  function keep(url: string, links: readonly string[], dueAt: number): void {
    const size = links.reduce((sum, link) => sum + link.length, 0)
    kept.set(url, { links, size, dueAt })
    let total = 0
    for (const [other, list] of [...kept].reverse()) {
      total += list.size
      if (total > mostKeptChars && other !== url) kept.delete(other)
    }
  }

  async function load(url: string): Promise<void> {
    const done = await turns.take()
    try {
      const { signal } = ending
      const reply = await egress.safeFetch(url, { headers, maxBytes, timeoutMs, signal })
      keep(url, linksListed(reply.text()), now() + freshMs)
    } catch (error) {
      // The address may contain a secret: only the refusal, which names the host, is logged.
      if (!ending.signal.aborted) log.warn({ err: error }, 'a list of external links could not be fetched')
      keep(url, kept.get(url)?.links ?? [], now() + retryMs)
    } finally {
      done()
    }
  }

  function refresh(url: string): Promise<void> | undefined {
    const running = underway.get(url)
    if (running || underway.size >= mostWaiting || ending.signal.aborted) return running
    const fetched = load(url).finally(() => underway.delete(url))
    underway.set(url, fetched)
    return fetched
  }

  return {
    /** Fetches what is due, and waits a few seconds for lists that are not known yet. */
    ready(urls: readonly string[]): MaybeAsync<void> {
      const unknown: Promise<void>[] = []
      for (const url of urls) {
        const list = kept.get(url)
        const fetched = list && list.dueAt > now() ? undefined : refresh(url)
        if (!list && fetched) unknown.push(fetched)
      }
      return unknown.length === 0 ? undefined : waitFor(Promise.all(unknown), longestWaitMs)
    },
    links: (url: string): readonly string[] => kept.get(url)?.links ?? [],
    stop: () => ending.abort(),
  }
}

export type ExternalLists = ReturnType<typeof createExternalLists>

/** At most `most` at once; the others wait in order. */
function createTurns(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  const done = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async take(): Promise<() => void> {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return done
    },
  }
}
