import { availableParallelism, loadavg } from 'node:os'

/** Time that is enough on a quiet machine, and longer where others wait for the processors as well. */
export function patient(ms: number): number {
  const waiting = (loadavg()[0] ?? 0) / availableParallelism()
  return Math.round(ms * Math.min(5, Math.max(1, waiting / 2)))
}
