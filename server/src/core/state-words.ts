import type { CoreStatus } from '#contract/status.ts'
import type { CoreRun } from './run.ts'

export const notWhole =
  'It did not start with everything, so its inbounds are added one by one. What it refuses is tried again.'

export const silence = {
  state: 'error' as const,
  errorMsg: 'The core runs and does not answer: changes wait for it. Restart it if that lasts.',
}

export const withGetter = (state: Pick<CoreStatus, 'state' | 'errorMsg'>, trouble: string | undefined) =>
  state.state !== 'running' && trouble ? { state: 'error' as const, errorMsg: trouble } : state

export const uptimeOf = (
  run: Pick<CoreRun, 'record'> | undefined,
  now: number,
): Pick<CoreStatus, 'uptime'> =>
  run ? { uptime: Math.max(0, Math.floor((now - run.record.startedAt) / 1000)) } : {}
