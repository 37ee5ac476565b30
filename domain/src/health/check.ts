import type { Coded } from '#contract/coded.ts'
import type {
  HealthAction,
  HealthCheck,
  HealthFix,
  HealthReport,
  HealthState,
  HealthSubject,
} from '#contract/health-api.ts'
import { healthStates } from '#contract/health-api.ts'
import { inEnglish } from '#domain/refusal.ts'

/** One judged fact: a state, one sentence, and at most one thing to do. */
export type Check = Pick<HealthCheck, 'id' | 'subject' | 'state' | 'action'> & { sentence: Coded }

/** What exists once. */
export const only = (kind: HealthSubject['kind']): HealthSubject => ({ kind, id: '', name: '' })
export const inboundSubject = (id: number, name: string): HealthSubject => ({
  kind: 'inbound',
  id: String(id),
  name,
})

/** By the first part of an id; what is not listed is about the server. */
const kinds: Readonly<Record<string, HealthSubject['kind']>> = {
  core: 'core',
  geo: 'core',
  cutting: 'core',
  database: 'database',
  backups: 'backup',
  outbounds: 'outbound',
  nodes: 'node',
  clients: 'clients',
  limits: 'clients',
}
const subjectOfId = (id: string): HealthSubject => only(kinds[id.split('.', 1)[0] ?? ''] ?? 'server')

export const check = (
  id: string,
  state: HealthState,
  sentence: Coded,
  action?: HealthAction,
  subject: HealthSubject = subjectOfId(id),
): Check => ({
  id,
  subject,
  state,
  sentence,
  ...(action && { action }),
})

export const page = (to: string) => ({ kind: 'page', to }) as const
/** The page of a setting. */
export const setting = (section: string, key: string) => page(`panel/settings?section=${section}&at=${key}`)
export const command = (text: string) => ({ kind: 'command', command: text }) as const
/** What the panel can do itself, and how to do it otherwise. `on`: which node or file, where there are several. */
export const fix = (
  name: HealthFix,
  otherwise: ReturnType<typeof page> | ReturnType<typeof command>,
  on?: string,
): HealthAction => ({ ...otherwise, kind: 'fix', fix: name, ...(on !== undefined && { on }) })

/** Minutes are enough, and a sentence stays the same from check to check. */
export const inUtc = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** A path in a command that is typed into a shell. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`

const rank = (state: HealthState): number => healthStates.indexOf(state)

/** Equal ones keep the order in which they were judged. */
export const worstFirst = <C extends { state: HealthState }>(checks: readonly C[]): C[] =>
  checks.toSorted((a, b) => rank(b.state) - rank(a.state))
export const worstOf = (checks: readonly { state: HealthState }[]): HealthState =>
  worstFirst(checks)[0]?.state ?? 'ok'

export function reportOf(
  checks: readonly Check[],
  { at, tookMs, isRunning }: Pick<HealthReport, 'at' | 'tookMs' | 'isRunning'>,
): HealthReport {
  return {
    at,
    tookMs,
    isRunning,
    worst: worstOf(checks),
    checks: worstFirst(checks).map(shown),
  }
}

/** As callers of the API read it. */
export const shown = ({ sentence, ...check }: Check): HealthCheck => ({
  ...check,
  sentence: inEnglish(sentence),
  sentenceCoded: { code: sentence.code, params: { ...sentence.params } },
})

/**
 * What is told by an alert of its own kind: the core, a node that goes offline, outbounds, backups, disks, monthly caps, and
 * the dates of certificates. An inbound that the core could not open, and what is wrong with a node that answers, have none.
 */
const ownKinds: ReadonlySet<string> = new Set(['core', 'nodes', 'outbounds', 'backups', 'disk', 'caps'])
const withoutAlert = /^core\.inbound-|^nodes\..+-(?:core-down|refused|behind|odd)$/
const ownCodes: ReadonlySet<string> = new Set(['health.cert-soon', 'health.cert-expired'])
export const hasOwnAlert = ({ id, sentence }: Check): boolean =>
  (ownKinds.has(id.split('.', 1)[0] ?? '') && !withoutAlert.test(id)) || ownCodes.has(sentence.code)
