import type { CoreStatus, NotOpen } from '#contract/status.ts'
import type { CoreRun } from './process/run.ts'

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

/** A core that runs without some of its inbounds says so. */
export function notOpenWords<T extends Pick<CoreStatus, 'state' | 'errorMsg'>>(
  state: T,
  notOpen: NotOpen[],
): T {
  if (state.state !== 'running' || notOpen.length === 0) return state
  const words = notOpen.map(({ tag, remark, reason }) => `Inbound ${remark || tag} is not open: ${reason}`)
  return { ...state, errorMsg: state.errorMsg || words.join('\n'), notOpen }
}
