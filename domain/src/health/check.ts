import type { Coded } from '#contract/coded.ts'
import type { HealthAction, HealthCheck, HealthReport, HealthState } from '#contract/health-api.ts'
import { healthStates } from '#contract/health-api.ts'
import { inEnglish } from '#domain/refusal.ts'

/** One judged fact: a state, one sentence, and at most one thing to do. */
export type Check = Pick<HealthCheck, 'id' | 'state' | 'action'> & { sentence: Coded }

export const check = (id: string, state: HealthState, sentence: Coded, action?: HealthAction): Check => ({
  id,
  state,
  sentence,
  ...(action && { action }),
})

export const page = (to: string): HealthAction => ({ kind: 'page', to })
/** The page of a setting. */
export const setting = (section: string, key: string): HealthAction =>
  page(`panel/settings?section=${section}&at=${key}`)
export const command = (text: string): HealthAction => ({ kind: 'command', command: text })

/** A path in a command that is typed into a shell. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`

const rank = (state: HealthState): number => healthStates.indexOf(state)

/** The worst first; equal ones keep the order in which they were judged. */
export function reportOf(
  checks: readonly Check[],
  { at, tookMs, isRunning }: Pick<HealthReport, 'at' | 'tookMs' | 'isRunning'>,
): HealthReport {
  const sorted = checks.toSorted((a, b) => rank(b.state) - rank(a.state))
  return {
    at,
    tookMs,
    isRunning,
    worst: sorted[0]?.state ?? 'ok',
    checks: sorted.map(({ id, state, sentence, action }) => ({
      id,
      state,
      sentence: inEnglish(sentence),
      sentenceCoded: { code: sentence.code, params: { ...sentence.params } },
      ...(action && { action }),
    })),
  }
}
