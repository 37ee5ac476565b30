import type { Coded } from '#contract/coded.ts'
import type { CoreStatus, NotOpen } from '#contract/status.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import type { CoreRun } from './process/run.ts'

export type CoreState = Pick<CoreStatus, 'state' | 'errorMsg' | 'errorCoded'>

const said = (sentences: Coded[]) => ({
  errorMsg: sentences.map(inEnglish).join('\n'),
  errorCoded: sentences,
})

export const inError = (trouble: Coded): CoreState => ({ state: 'error', ...said([trouble]) })

/** A running but unhealthy core is reported as an error with its reason. */
export const withTrouble = (state: CoreState, trouble: Coded | undefined): CoreState =>
  state.state === 'running' && trouble ? inError(trouble) : state

export const withProvider = (state: CoreState, trouble: Coded | undefined): CoreState =>
  state.state !== 'running' && trouble ? inError(trouble) : state

export const uptimeOf = (
  run: Pick<CoreRun, 'record'> | undefined,
  now: number,
): Pick<CoreStatus, 'uptime'> =>
  run ? { uptime: Math.max(0, Math.floor((now - run.record.startedAt) / 1000)) } : {}

/** Reports inbounds that the running core could not open. */
export function notOpenWords<T extends CoreState>(state: T, notOpen: NotOpen[]): T {
  if (state.state !== 'running' || notOpen.length === 0) return state
  const words = notOpen.map(({ tag, remark, reason, reasonCoded }) =>
    coded('inbound.not-open', { inbound: remark || tag, reason: reasonCoded ?? reason }),
  )
  return { ...state, ...(state.errorMsg === '' && said(words)), notOpen }
}
