import type { CoreStatus } from '#contract/status.ts'
import type { CoreRun } from './run.ts'

export const notWhole =
  'It did not start with everything, so its inbounds are added one by one. What it refuses is tried again.'

/** A core that runs and is not well is in error, with the words for it. */
export const withTrouble = (state: Pick<CoreStatus, 'state' | 'errorMsg'>, trouble: string) =>
  state.state === 'running' && trouble !== '' ? { state: 'error' as const, errorMsg: trouble } : state

export const withGetter = (state: Pick<CoreStatus, 'state' | 'errorMsg'>, trouble: string | undefined) =>
  state.state !== 'running' && trouble ? { state: 'error' as const, errorMsg: trouble } : state

export const uptimeOf = (
  run: Pick<CoreRun, 'record'> | undefined,
  now: number,
): Pick<CoreStatus, 'uptime'> =>
  run ? { uptime: Math.max(0, Math.floor((now - run.record.startedAt) / 1000)) } : {}
