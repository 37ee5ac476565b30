import type { Base } from '../../settings/base-services.ts'
import type { ApiLoader } from '../api/load.ts'
import type { CoreHooks } from '../hooks.ts'
import type { CoreLink } from '../reconcile/link.ts'
import { settlesWithin } from './ending.ts'
import { type CoreRecord, startIdOf } from './record.ts'

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
