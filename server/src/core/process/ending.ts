import type { Timers } from '../../platform/jobs/timers.ts'
import type { Base } from '../../settings/base-services.ts'
import type { ApiLoader } from '../api/load.ts'
import type { CoreHooks } from '../hooks.ts'
import type { CoreLink } from '../reconcile/link.ts'
import { type CoreRecord, startIdOf } from './record.ts'

const TERM_MS = 5_000
const KILL_MS = 2_000
const LOOK_MS = 20

/** True if `ended` settles within `ms`. */
export function settlesWithin(ended: Promise<unknown>, ms: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(false))
    const yes = () => {
      cancel()
      resolve(true)
    }
    ended.then(yes, yes)
  })
}

/** True if `isGone` becomes true within `ms`: for a process that is not our child, whose end is not signalled. */
export function goneWithin(isGone: () => boolean, ms: number, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (left: number) => {
      if (isGone()) resolve(true)
      else if (left <= 0) resolve(false)
      else timers.after(LOOK_MS, () => look(left - LOOK_MS))
    }
    look(ms)
  })
}

/** TERM, five seconds, KILL; false if the process survives even that. */
export async function endGently(
  signal: (signal: NodeJS.Signals) => void,
  endedWithin: (ms: number) => Promise<boolean>,
): Promise<boolean> {
  signal('SIGTERM')
  if (await endedWithin(TERM_MS)) return true
  signal('SIGKILL')
  return endedWithin(KILL_MS)
}

const MOST_MS = 2_000

interface Deps extends Pick<Base, 'timers' | 'log'> {
  hooks: Pick<CoreHooks, 'ending'>
  link: Pick<CoreLink, 'connected'>
  api: ApiLoader
}

/** The core's counters are lost when it ends: reads them once more, delaying the end by at most two seconds. */
export function createLastReading({ hooks, link, api, timers, log }: Deps) {
  return {
    /** An orphan is not connected and gets a channel for this one call. */
    async read(record: CoreRecord): Promise<void> {
      const known = link.connected()
      const startId = startIdOf(record)
      const own = known?.startId === startId ? undefined : (await api.load()).createCoreApi(record.api)
      const channel = own ?? known?.api
      if (!channel) return
      const reading = hooks
        .ending(channel, startId)
        .catch((error) => log.warn({ err: error }, 'failed to read the last counters of a core'))
      if (!(await settlesWithin(reading, MOST_MS, timers)))
        log.warn('timed out reading the last counters of a core')
      own?.close()
    },
  }
}

export type LastReading = ReturnType<typeof createLastReading>
