import { notice } from '#domain/notices.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nextAfter } from '../platform/jobs/schedule.ts'
import type { Base } from '../settings/base-services.ts'
import type { createRunState } from './run-state.ts'

const everyMs = 60_000
const retryMs = 30 * 60_000

interface Deps extends Pick<Base, 'notify' | 'now' | 'settings'> {
  state: ReturnType<typeof createRunState>
  /** Makes a backup and records the run; a failure is recorded and thrown. */
  run: () => Promise<void>
}

/** When backups are made by themselves. A slot that was missed, because the machine was off, is made up for. */
export function createScheduled({ settings, state, now, notify, run }: Deps) {
  const slotAfter = (at: number): number | undefined => {
    const { backupEnable, backupCron, timeLocation } = settings.current()
    return backupEnable ? nextAfter(backupCron, at, timeLocation) : undefined
  }
  const servedUntil = () => Math.max(state.get().since, state.get().lastSlot)

  function nextAt(): number {
    const slot = slotAfter(servedUntil())
    return slot === undefined ? 0 : state.get().retryAt || slot
  }

  /** Two slots have passed without a good backup. */
  function overdue(): boolean {
    const { since, lastGoodAt } = state.get()
    const first = slotAfter(Math.max(since, lastGoodAt))
    const second = first === undefined ? undefined : slotAfter(first)
    return second !== undefined && second < now()
  }

  let wasOverdue = false
  function tellOverdue(): void {
    const is = overdue()
    if (is && !wasOverdue) notify(notice('backup.overdue', { hours: hoursSince(state.get(), now()) }))
    wasOverdue = is
  }

  /** The job stays failed until a backup succeeds, so that Activity shows it. */
  function throwLastFailure(): void {
    const { retryAt, lastRun } = state.get()
    if (retryAt === 0 || !lastRun || lastRun.error === '') return
    throw lastRun.errorCoded ? Refusal.of(lastRun.errorCoded) : new Error(lastRun.error)
  }

  async function attempt(): Promise<void> {
    const began = now()
    try {
      await run()
      state.set({ lastSlot: began, retryAt: 0 })
    } catch (error) {
      const isFirst = state.get().retryAt === 0
      state.set({ retryAt: now() + retryMs })
      if (isFirst) notify(notice('backup.failed', { reason: codedOf(error) }))
      throw error
    }
  }

  const job: Job = {
    name: 'backup',
    everyMs,
    leaderOnly: true,
    async run() {
      const due = nextAt()
      if (due === 0) {
        if (state.get().retryAt > 0) state.set({ retryAt: 0 })
        return
      }
      try {
        if (due <= now()) await attempt()
      } finally {
        tellOverdue()
      }
      throwLastFailure()
    },
    dueIn() {
      const due = nextAt()
      return due === 0 ? undefined : due - now()
    },
  }
  return {
    job,
    nextAt,
    overdue,
    /** A backup from then is still the newest that the schedule asks for. */
    isCurrent: (madeAt: number): boolean => (slotAfter(madeAt) ?? 0) > now(),
  }
}

const hoursSince = ({ since, lastGoodAt }: { since: number; lastGoodAt: number }, now: number): number =>
  Math.floor((now - Math.max(since, lastGoodAt)) / 3_600_000)
