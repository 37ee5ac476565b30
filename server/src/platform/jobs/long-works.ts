import { createHash } from 'node:crypto'
import type { Call } from '../http/mount.ts'
import { realTimers, type Timers } from './timers.ts'

/** A result that nobody received is kept this long. */
const keptMs = 600_000
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
export function createLongWorks(timers: Timers = realTimers) {
  const works = new Map<string, LongWork>()

  function start<T>(name: string, begin: () => Promise<T>): LongWork {
    const work: LongWork = { going: begin(), callers: [] }
    works.set(name, work)
    const drop = () => {
      if (works.get(name) === work) works.delete(name)
    }
    const ended = () => {
      if (work.callers.some((isThere) => isThere())) return drop()
      work.callers = []
      timers.after(keptMs, drop)
      const [oldest] = works.keys()
      if (works.size > mostKept && oldest !== undefined) works.delete(oldest)
    }
    work.going.then(ended, ended)
    return work
  }

  return {
    join<T>(path: string, call: Asked, begin: () => Promise<T>): Promise<T> {
      const name = nameOf(path, call)
      const there = works.get(name)
      const work = there ?? start(name, begin)
      const isKept = there !== undefined && there.callers.length === 0
      if (isKept) works.delete(name) // this caller receives it
      work.callers.push(() => !call.reply.raw.closed)
      return work.going as Promise<T> // the same request has the same kind of answer
    },
  }
}
