import { type ClockBase, type ClockVerdict, judgeClock, rebased } from '#domain/traffic/clock.ts'
import type { Log } from '../platform/log.ts'

interface Deps {
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  log: Log
  notify: (title: string, message: string, level: 'warning' | 'success') => void
}

const hours = (ms: number): string => `${Math.round(ms / 360_000) / 10} h`

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
    const message = `The clock of this machine jumped forward by ${hours(verdict.jumpMs)}. Nobody is disabled or renewed by time until you accept it (POST /panel/api/traffic/acceptClock), set it right, or restart the panel.`
    log.warn({ jumpMs: verdict.jumpMs }, message)
    notify('The clock jumped', message, 'warning')
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

export type ClockWatch = ReturnType<typeof createClockWatch>
