import type { Finding, HealthState, HealthSubject } from '#contract/health-api.ts'

/** What a page needs of a finding to say whom it is about. */
export type Judged = Pick<Finding, 'id' | 'state' | 'subject'>

const isOn = ({ subject }: Judged, kind: HealthSubject['kind'], id: number): boolean =>
  subject.kind === kind && subject.id === String(id)

export const onNode = <F extends Judged>(findings: readonly F[], id: number): F[] =>
  findings.filter((finding) => isOn(finding, 'node', id))

/** Where an inbound runs: a node, or the core of this panel. */
export interface Place {
  id: number
  nodeId?: number | null | undefined
}

/** The core itself, or the cap of this server; other findings (geo files, for example) leave its inbounds open. */
const stopsCore = ({ id, state }: Judged): boolean =>
  (id === 'core' || id === 'caps.server') && state === 'bad'

/** The findings of an inbound, and what is bad about the node or the core that runs it. */
export const onInbound = <F extends Judged>(findings: readonly F[], { id, nodeId }: Place): F[] =>
  findings.filter(
    (finding) =>
      isOn(finding, 'inbound', id) ||
      (nodeId ? finding.state === 'bad' && isOn(finding, 'node', nodeId) : stopsCore(finding)),
  )

interface Known<F> {
  /** Undefined: no check has looked. */
  state: HealthState | undefined
  /** The worst finding; a muted one only where nothing else is wrong. */
  first: F | undefined
  /** Milliseconds; 0 where no check has looked. */
  checkedAt: number
}

/**
 * The health of a subject from its findings and its passed checks. Most checks mention only what is wrong: without a
 * word about the subject, the time is that since which all of them have looked.
 */
export function knownOf<F extends Judged & Pick<Finding, 'checkedAt' | 'muted'>>(
  findings: readonly F[],
  passed: readonly F[],
  allCheckedAt: number,
): Known<F> {
  const order: readonly HealthState[] = ['bad', 'warn', 'note']
  const loud = findings.filter(({ muted }) => !muted)
  const first = [loud, findings].flatMap((list) =>
    order.flatMap((state) => list.find((one) => one.state === state) ?? []),
  )[0]
  if (first) return { state: first.state, first, checkedAt: first.checkedAt }
  const times = passed.map(({ checkedAt }) => checkedAt)
  const checkedAt = times.length > 0 ? Math.min(...times) : allCheckedAt
  return { state: checkedAt > 0 ? 'ok' : undefined, first: undefined, checkedAt }
}
