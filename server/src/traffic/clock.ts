import { notice } from '#domain/notices.ts'
import { type ClockBase, type ClockVerdict, judgeClock, rebased } from '#domain/traffic/periodic.ts'
import type { Base } from '../settings/base-services.ts'

interface Deps extends Pick<Base, 'log' | 'notify' | 'now'> {
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

const hours = (ms: number): number => Math.round(ms / 360_000) / 10

/** Detects jumps of the wall clock while this process runs. An operator can accept a jump; a restart accepts it too. */
export function createClockWatch({ now, monotonic, log, notify }: Deps) {
  const read = (): ClockBase => ({ wall: now(), monotonic: monotonic() })
  let base = read()
  let told = false

  function tell(verdict: ClockVerdict): void {
    if (verdict.held === told) return
    told = verdict.held
    if (!verdict.held) {
      log.info('the clock is back to normal: expired clients are disabled again')
      return
    }
    const jumped = notice('clock.jumped', { hours: hours(verdict.jumpMs) })
    log.warn({ jumpMs: verdict.jumpMs }, jumped.message)
    notify(jumped)
  }

  return {
    judge(): ClockVerdict {
      const at = read()
      base = rebased(base, at)
      const verdict = judgeClock(base, at)
      tell(verdict)
      return verdict
    },
    accept(): void {
      if (told) log.info('the new time was accepted')
      base = read()
      told = false
    },
  }
}
