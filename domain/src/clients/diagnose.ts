import { type DiagnosisQuestion as Question, diagnosisQuestions as questions } from '#contract/health-api.ts'
import type { Slowed } from '#contract/limits.ts'
import { type Judged, onInbound, type Place } from '#domain/health/subject.ts'
import { dayMs } from './expiry.ts'

/** Input for diagnosing a client that cannot connect. */
export interface Case<F extends Judged = Judged> {
  enable: boolean
  /** The panel has ended it: for its own quota or expiry, or for those of its group. */
  ended: boolean
  /** Why it is slow; a client that has ended may go on slowly. */
  slowed: Slowed | 'ip'
  expiryTime: number
  quota: number
  used: number
  online: boolean
  /** Milliseconds; 0 = never. */
  lastOnline: number
  /** `closed`: a quota for it is used up. */
  inbounds: readonly (Place & { enable: boolean; closed?: boolean })[]
  /** The core of this panel. */
  coreRuns: boolean
  /** Its inbounds on which the running core does not have its key; undefined: the core was not asked. */
  keyless: readonly number[] | undefined
  /** The last handshake that failed since it was seen. */
  handshake: FailedHandshake | undefined
  devices: { all: number; blocked: number; refused: { at: number; limit: number } | undefined }
  /** What its IP limit refused last. */
  refused: { at: number; address: string; limit: number } | undefined
  /** What the checks found, also what is muted: a muted cause is still the cause. */
  findings: readonly F[]
  /** Milliseconds: all checks have looked since then; 0 while one has never looked. */
  checkedAt: number
}

/** A handshake that the core refused. `own`: with the key of the client; else from an address that it has used. */
export interface FailedHandshake {
  at: number
  address: string
  why: 'own' | 'key' | 'name' | 'reality'
  /** The name that was asked for; blank where it is not about a name. */
  name: string
}

type Answer = 'good' | 'warn' | 'bad'
type Params = Readonly<Record<string, string | number>>
type Said = [Answer, string, Params?]

export interface Finding<F extends Judged = Judged> {
  question: Question
  answer: Answer
  /** Selects the question's message. */
  what: string
  /** What the message names; times in milliseconds. */
  params: Params
  /** What the checks found, the cause first. */
  causes: readonly F[]
}

const nearlyUsed = 0.9

/** One that goes on slowly is not stopped by its end. */
const atEnd = ({ slowed }: Case): Answer => (slowed === 'ended' ? 'warn' : 'bad')

function quota(c: Case): Said {
  const { quota: total, used } = c
  if (total === 0) return ['good', 'unlimited']
  if (used >= total) return [atEnd(c), 'used', { used, total }]
  return used >= total * nearlyUsed ? ['warn', 'nearly'] : ['good', 'left']
}

function time(c: Case, now: number): Said {
  const { expiryTime: at } = c
  if (at < 0) return ['good', 'delayed']
  if (at === 0) return ['good', 'never']
  return at <= now ? [atEnd(c), 'over', { at }] : ['good', 'left']
}

function inbounds({ inbounds: all }: Case): Said {
  if (all.length === 0) return ['bad', 'none']
  const enabled = all.filter((i) => i.enable)
  const on = enabled.length
  if (on === 0) return ['bad', 'off']
  const closed = enabled.filter((i) => i.closed).length
  if (closed > 0) return closed === on ? ['bad', 'closed'] : ['warn', 'someClosed']
  return on < all.length ? ['warn', 'some'] : ['good', 'on']
}

const isHere = ({ nodeId }: Place): boolean => !nodeId

/** The core of this panel carries what does not run on nodes. */
function core({ coreRuns, inbounds: all }: Case): Said {
  if (coreRuns) return ['good', 'runs']
  const here = all.filter(isHere).length
  if (all.length > 0 && here === 0) return ['good', 'elsewhere']
  return here < all.length ? ['warn', 'partly'] : ['bad', 'stopped']
}

/** One of several addresses of an inbound that clients do not get through. */
const isDeadEntry = ({ id, state }: Judged) => state === 'warn' && id.startsWith('entries.inbound-')

/**
 * Whether a client can enter anywhere: a bad finding about an inbound, its node or its core closes that entry. Nothing
 * where other questions say it all: no inbound is enabled, or the core is stopped.
 */
function entries<F extends Judged>({ inbounds: all, findings, checkedAt, coreRuns }: Case<F>): Finding<F>[] {
  const causesOf = (inbound: Place) =>
    onInbound(findings, inbound).filter(
      ({ state, subject }) => state === 'bad' && (coreRuns || subject.kind !== 'core'),
    )
  const open = all.filter(({ enable, closed }) => enable && !closed)
  const causes = [...new Set(open.flatMap(causesOf))]
  const down = open.filter((inbound) => (!coreRuns && isHere(inbound)) || causesOf(inbound).length > 0)
  const found = (answer: Answer, what: string, why: readonly F[] = causes): Finding<F>[] => [
    { question: 'entries', answer, what, params: {}, causes: why },
  ]
  if (causes.length > 0) return down.length === open.length ? found('bad', 'down') : found('warn', 'some')
  if (down.length === open.length) return []
  const dead = open.flatMap((inbound) => onInbound(findings, inbound).filter(isDeadEntry))
  if (dead.length > 0) return found('warn', 'some', dead)
  return checkedAt > 0 ? found('good', 'up') : found('warn', 'unchecked')
}

function key({ keyless, inbounds: all }: Case): Said | undefined {
  if (!keyless) return undefined
  if (keyless.length === 0) return ['good', 'known']
  const others = all.filter(({ id, enable }) => enable && !keyless.includes(id))
  return others.length === 0 ? ['bad', 'unknown'] : ['warn', 'some']
}

function handshake({ handshake: failed }: Case): Said | undefined {
  if (!failed) return undefined
  const { at, address, why, name } = failed
  return ['warn', why, { at, address, name }]
}

function devices({ devices: { all, blocked, refused } }: Case): Said | undefined {
  if (refused) return ['warn', 'refused', { at: refused.at, count: refused.limit }]
  if (blocked === 0) return undefined
  return blocked === all ? ['warn', 'blocked', { count: blocked }] : ['warn', 'some', { count: blocked }]
}

function addresses({ refused }: Case): Said | undefined {
  return refused && ['warn', 'refused', { at: refused.at, address: refused.address, count: refused.limit }]
}

const speed = ({ slowed }: Case): Said | undefined => (slowed === '' ? undefined : ['warn', slowed])

const subscription = ({ findings }: Case): Said | undefined =>
  findings.some(({ id }) => id === 'subscriptions.off') ? ['warn', 'off'] : undefined

function seen({ online, lastOnline, expiryTime }: Case): Said {
  if (online) return ['good', 'now']
  if (lastOnline > 0) return ['good', 'before']
  return expiryTime < 0 ? ['good', 'waiting', { days: -expiryTime / dayMs }] : ['warn', 'never']
}

/** A client that the panel switched off is not disabled by a person: the reason is its quota, its expiry or its group. */
function enabled(c: Case, now: number): Said {
  const isOver = quota(c)[1] === 'used' || time(c, now)[1] === 'over'
  if (c.ended && (isOver || c.slowed === 'ended')) return ['good', 'on']
  if (c.ended) return ['bad', 'group']
  return c.enable ? ['good', 'on'] : ['bad', 'off']
}

/** One without an answer has nothing to say. */
const judges: Record<Exclude<Question, 'entries'>, (c: Case, now: number) => Said | undefined> = {
  ...{ core, enabled, quota, time, inbounds, key, handshake, devices, addresses, speed, subscription, seen },
}

/** Ordered as a person would check; the first bad finding is the cause. */
export function diagnose<F extends Judged>(client: Case<F>, now: number): Finding<F>[] {
  return questions.flatMap((question): Finding<F>[] => {
    if (question === 'entries') return entries(client)
    const said = judges[question](client, now)
    if (!said) return []
    const [answer, what, params = {}] = said
    return [{ question, answer, what, params, causes: [] }]
  })
}
