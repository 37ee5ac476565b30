import type { WorkState } from '#contract/jobs-api.ts'
import { type EndpointSpec, methodsOf } from '#contract/wire.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Call, Handler } from '../http/mount.ts'
import type { JobListener } from './jobs.ts'
import { createLongWorks } from './long-works.ts'
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
      if (methodsOf(endpoint).includes('GET')) return handler
      const tracked: Handler<E> = (call) => {
        const answer = handler(call)
        return answer instanceof Promise ? watch(begin(endpoint.path, call), answer) : answer
      }
      if (!endpoint.long) return tracked
      return (call) => long.join(endpoint.path, call, async () => tracked(call))
    },
    list: (): WorkState[] => works.map(({ told: _, ...work }) => work),
  }
}

export type Works = ReturnType<typeof createWorks>
