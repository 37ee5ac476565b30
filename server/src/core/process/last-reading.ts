import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import type { CoreApi } from '../api/client.ts'
import { settlesWithin } from './ending.ts'
import type { CoreRecord } from './record.ts'

/** Called before the panel ends a core; `startId` identifies its process. */
export type OnEnding = (api: CoreApi, startId: string) => Promise<void>

const MOST_MS = 2_000

/** Unique per core process, and stable when another panel adopts it. */
export const startIdOf = ({ pid, startTime, startedAt }: CoreRecord): string =>
  `${pid}-${startTime}-${startedAt}`

interface Deps {
  onEnding: OnEnding
  /** The connected core; an orphan is not connected and gets a channel for this one call. */
  connected: () => { api: CoreApi; startId: string } | undefined
  connect: (address: string) => Promise<CoreApi>
  timers: Timers
  log: Log
}

/** The core's counters are lost when it ends: reads them once more, delaying the end by at most two seconds. */
export function createLastReading({ onEnding, connected, connect, timers, log }: Deps) {
  return async (record: CoreRecord): Promise<void> => {
    const known = connected()
    const mine = known?.startId === startIdOf(record) ? undefined : await connect(record.api)
    const api = mine ?? known?.api
    if (!api) return
    const reading = onEnding(api, startIdOf(record)).catch((error) =>
      log.warn({ err: error }, 'failed to read the last counters of a core'),
    )
    if (!(await settlesWithin(reading, MOST_MS, timers)))
      log.warn('timed out reading the last counters of a core')
    mine?.close()
  }
}
