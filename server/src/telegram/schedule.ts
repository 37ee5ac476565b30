import type { Settings } from '#contract/settings.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import type { Base } from '../settings/base-services.ts'
import { forLog } from './failures.ts'
import type { BotStore } from './store.ts'

interface Deps extends Pick<Base, 'log' | 'now'> {
  store: Pick<BotStore, 'reportedAt' | 'reported'>
}

/** Sends the report when its time has come; one makes up for all that were missed. */
export function createSchedule({ store, now, log }: Deps) {
  const known = new Map<number, number>()
  const slotAfter = (at: number, { tgRunTime, timeLocation }: Settings) =>
    nextAfter(tgRunTime, at, timeLocation)

  return {
    /** Milliseconds until the next report; undefined if none is known of. */
    dueIn(botId: number, settings: Settings): number | undefined {
      const last = known.get(botId)
      const slot = last === undefined ? undefined : slotAfter(last, settings)
      return slot === undefined ? undefined : slot - now()
    },
    async look(botId: number, settings: Settings, report: () => Promise<void>): Promise<void> {
      const last = known.get(botId) ?? (await store.reportedAt(botId))
      const isDue = (at: number) => (slotAfter(at, settings) ?? Infinity) <= now()
      if (last > 0 && !isDue(last)) {
        known.set(botId, last)
        return
      }
      const at = now()
      // Stored first: a report that fails half-way is not sent to everybody again.
      await store.reported(botId, at)
      known.set(botId, at)
      if (last === 0) return // a new bot begins with the next time
      await report().catch((error) => log.warn(forLog(error), 'the report of the Telegram bot failed'))
    },
  }
}
