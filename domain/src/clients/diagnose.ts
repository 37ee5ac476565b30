import { type Judged, onInbound, type Place } from '#domain/health/subject.ts'

/** Input for diagnosing a client that cannot connect. */
export interface Case<F extends Judged = Judged> {
  enable: boolean
  /** The panel has ended it: for its own quota or expiry, or for those of its group. */
  ended: boolean
  expiryTime: number
  quota: number
  used: number
  online: boolean
  /** Milliseconds; 0 = never. */
  lastOnline: number
  inbounds: readonly (Place & { enable: boolean })[]
  /** The core of this panel. */
  coreRuns: boolean
  /** What the checks found, also what is muted: a muted cause is still the cause. */
  findings: readonly F[]
  /** Milliseconds: all checks have looked since then; 0 while one has never looked. */
  checkedAt: number
}

const questions = ['core', 'enabled', 'quota', 'time', 'inbounds', 'entries', 'seen'] as const
type Question = (typeof questions)[number]
type Answer = 'good' | 'warn' | 'bad'

export interface Finding<F extends Judged = Judged> {
  question: Question
  answer: Answer
  /** Selects the question's message. */
  what: string
  /** What the checks found, the cause first. */
  causes: readonly F[]
}

const nearlyUsed = 0.9

function quota({ quota: total, used }: Case): [Answer, string] {
  if (total === 0) return ['good', 'unlimited']
  if (used >= total) return ['bad', 'used']
  return used >= total * nearlyUsed ? ['warn', 'nearly'] : ['good', 'left']
}

function time({ expiryTime }: Case, now: number): [Answer, string] {
  if (expiryTime < 0) return ['good', 'delayed']
  if (expiryTime === 0) return ['good', 'never']
  return expiryTime <= now ? ['bad', 'over'] : ['good', 'left']
}

function inbounds({ inbounds: all }: Case): [Answer, string] {
  if (all.length === 0) return ['bad', 'none']
  const on = all.filter((i) => i.enable).length
  if (on === 0) return ['bad', 'off']
  return on < all.length ? ['warn', 'some'] : ['good', 'on']
}

const isHere = ({ nodeId }: Place): boolean => !nodeId

/** The core of this panel carries what does not run on nodes. */
function core({ coreRuns, inbounds: all }: Case): [Answer, string] {
  if (coreRuns) return ['good', 'runs']
  const here = all.filter(isHere).length
  if (all.length > 0 && here === 0) return ['good', 'elsewhere']
  return here < all.length ? ['warn', 'partly'] : ['bad', 'stopped']
}

/**
 * Whether a client can enter anywhere: a bad finding about an inbound, its node or its core closes that entry. Nothing
 * where other questions say it all: no inbound is enabled, or the core is stopped.
 */
function entries<F extends Judged>({ inbounds: all, findings, checkedAt, coreRuns }: Case<F>): Finding<F>[] {
  const causesOf = (inbound: Place) =>
    onInbound(findings, inbound).filter(
      ({ state, subject }) => state === 'bad' && (coreRuns || subject.kind !== 'core'),
    )
  const open = all.filter(({ enable }) => enable)
  const causes = [...new Set(open.flatMap(causesOf))]
  const down = open.filter((inbound) => (!coreRuns && isHere(inbound)) || causesOf(inbound).length > 0)
  const found = (answer: Answer, what: string): Finding<F>[] => [
    { question: 'entries', answer, what, causes },
  ]
  if (causes.length > 0) return down.length === open.length ? found('bad', 'down') : found('warn', 'some')
  if (down.length === open.length) return []
  return checkedAt > 0 ? found('good', 'up') : found('warn', 'unchecked')
}

function seen({ online, lastOnline }: Case): [Answer, string] {
  if (online) return ['good', 'now']
  return lastOnline > 0 ? ['good', 'before'] : ['warn', 'never']
}

/** A client that the panel switched off is not disabled by a person: the reason is its quota, its expiry or its group. */
function enabled(c: Case, now: number): [Answer, string] {
  const isOver = quota(c)[1] === 'used' || time(c, now)[1] === 'over'
  if (isOver && c.ended) return ['good', 'on']
  if (c.ended) return ['bad', 'group']
  return c.enable ? ['good', 'on'] : ['bad', 'off']
}

/** Ordered as a person would check; the first bad finding is the cause. */
export function diagnose<F extends Judged>(client: Case<F>, now: number): Finding<F>[] {
  const answers: Record<Exclude<Question, 'entries'>, [Answer, string]> = {
    core: core(client),
    enabled: enabled(client, now),
    quota: quota(client),
    time: time(client, now),
    inbounds: inbounds(client),
    seen: seen(client),
  }
  return questions.flatMap((question) => {
    if (question === 'entries') return entries(client)
    const [answer, what] = answers[question]
    return [{ question, answer, what, causes: [] }]
  })
}
