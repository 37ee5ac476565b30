import { createHash } from 'node:crypto'
import type { WorkState } from '#contract/jobs-api.ts'
import { type EndpointSpec, methodsOf } from '#contract/wire.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Call, Handler } from '../http/mount.ts'
import type { JobListener } from './jobs.ts'
import { reasonOf } from './reason.ts'
import { realTimers, type Timers } from './timers.ts'

/** Shorter work is not shown. */
const longMs = 1_000
const kept = 30

interface Deps extends Clock {
  timers?: Timers
  /** Told when a long task began or ended. */
  listener: JobListener
}

type Work = WorkState & { told: boolean }

/** Tasks that people start and wait for: an install, geo files, a thousand clients. Only long ones are remembered. */
export function createWorks({ now, timers = realTimers, listener }: Deps) {
  let works: Work[] = []
  const long = createLongWorks(timers)
  const followed = new WeakSet<Promise<unknown>>()
  let last = 0

  function begin(path: string, { params, actor }: Pick<Call, 'params' | 'actor'>): Work {
    last += 1
    const what = Object.values(params).join(' ').slice(0, 200)
    const times = { startedAt: now(), endedAt: 0 }
    return { id: last, path, what, actor: actor.name, ...times, error: '', told: false }
  }

  function tell(work: Work): void {
    if (!work.told) works = [work, ...works].slice(0, kept)
    work.told = true
    listener.changed()
  }

  async function watch<T>(work: Work, going: Promise<T>): Promise<T> {
    const cancel = timers.after(longMs, () => tell(work))
    try {
      return await going
    } catch (error) {
      work.error = reasonOf(error)
      if (error instanceof Refusal) work.errorCoded = codedOf(error)
      throw error
    } finally {
      cancel()
      work.endedAt = now()
      if (work.told) listener.changed()
    }
  }

  return {
    /** The same handler, tracked as a task; reads and fast answers are not. */
    watched<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): Handler<E> {
      const isRead = methodsOf(endpoint).includes('GET')
      const listed: Handler<E> = (call) => {
        const answer = handler(call)
        return answer instanceof Promise ? watch(begin(endpoint.path, call), answer) : answer
      }
      const tracked = isRead ? handler : listed
      if (!endpoint.long) return tracked
      return (call) => long.join(endpoint.path, call, async () => tracked(call), isRead)
    },
    /** Work that was begun by a request and answered before its end; `path` says which kind it is. Callers that join it change nothing. */
    follow(path: string, call: Pick<Call, 'params' | 'actor'>, going: Promise<unknown>): void {
      if (followed.has(going)) return
      followed.add(going)
      watch(begin(path, call), going).catch(() => {}) // the list says why
    },
    list: (): WorkState[] => works.map(({ told: _, ...work }) => work),
  }
}

export type Works = ReturnType<typeof createWorks>

/** A result that nobody received is kept this long; what was read is soon out of date. */
const keptMs = 600_000
const keptReadMs = 30_000
const mostKept = 30

interface LongWork {
  going: Promise<unknown>
  /** Whether each caller that waits for it is still there. */
  callers: (() => boolean)[]
}

interface Asked extends Pick<Call, 'params' | 'actor' | 'reply'> {
  query: unknown
  body: unknown
}

/** The same work, asked by the same person. Hashed: a body may hold a passphrase. */
function nameOf(path: string, { params, query, body, actor }: Asked): string {
  const asked = JSON.stringify([path, params, query ?? null, body ?? null, actor.kind, actor.name])
  return createHash('sha256').update(asked).digest('hex')
}

/**
 * Work that may outlast its caller: a proxy or a program gives up waiting, and asks again. The second request joins the work,
 * or gets the result that nobody received; a result that somebody received is not given out again.
 */
function createLongWorks(timers: Timers = realTimers) {
  const works = new Map<string, LongWork>()

  function start<T>(name: string, begin: () => Promise<T>, ms: number): LongWork {
    const work: LongWork = { going: begin(), callers: [] }
    works.set(name, work)
    const drop = () => {
      if (works.get(name) === work) works.delete(name)
    }
    const ended = () => {
      if (work.callers.some((isThere) => isThere())) return drop()
      work.callers = []
      timers.after(ms, drop)
      const [oldest] = works.keys()
      if (works.size > mostKept && oldest !== undefined) works.delete(oldest)
    }
    work.going.then(ended, ended)
    return work
  }

  return {
    join<T>(path: string, call: Asked, begin: () => Promise<T>, isRead: boolean): Promise<T> {
      const name = nameOf(path, call)
      const there = works.get(name)
      const work = there ?? start(name, begin, isRead ? keptReadMs : keptMs)
      const isKept = there !== undefined && there.callers.length === 0
      if (isKept) works.delete(name) // this caller receives it
      work.callers.push(() => !call.reply.raw.closed)
      return work.going as Promise<T> // the same request has the same kind of answer
    },
  }
}
