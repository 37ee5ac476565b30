import type { Log } from '../../platform/log.ts'

/** What every attempt to start the core runs into is one problem: it is logged once, and once more when it is over. */
export function createTroubleLog(log: Pick<Log, 'debug' | 'info' | 'error'>) {
  let current: string | undefined
  return {
    failed(trouble: string, waitMs: number): void {
      if (trouble === current) log.debug({ waitMs }, trouble)
      else log.error({ waitMs }, trouble)
      current = trouble
    },
    over(): void {
      if (current !== undefined) log.info('the core runs')
      current = undefined
    },
  }
}
