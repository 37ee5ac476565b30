import type { Coded } from '#contract/coded.ts'
import type { EntryEye } from '#contract/entries-api.ts'
import { certainFails } from '#domain/entries/state.ts'
import { hostPort } from '#domain/net/address.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, fix, inboundSubject, inUtc, only, page, setting } from './check.ts'

/** What the checks as a client found last. */
export interface EntryFacts {
  /** 0: off. */
  everyMinutes: number
  /** Why this server cannot fetch the test page itself. */
  offline: Coded | undefined
  entries: readonly {
    /** Who looked; blank: this server. */
    eye: string
    inboundId: number
    inbound: string
    entry: string
    position: number
    address: string
    port: number
    cause: Coded | undefined
    /** What happened between the last good check and the first failed one. */
    changes: Coded | undefined
    /** In a row. */
    fails: number
    lastOkAt: number
    /** Subscriptions would list it last or leave it out. */
    sunk: boolean
    /** The network where the eye is; 0: unknown. */
    asn: number
  }[]
  /** They do not, and the operator is told what they could do: for everybody, and for callers of a provider. */
  advised: { own: boolean; blocked: boolean }
  /** Inbounds on nodes that cannot take part. */
  unchecked: readonly { inboundId: number; inbound: string; reason: Coded }[]
  /** All that look, this server too. */
  eyes: readonly EntryEye[]
}
type Seen = EntryFacts['entries'][number]

const advice = (id: string, sentence: Coded, of: 'unhealthyEntries' | 'blockedEntries', key: string): Check =>
  check(id, 'note', sentence, fix(of, setting('subscription', key)), only('subscriptions'))

function sentenceOf({ inbound: name, address, port, cause, changes, lastOkAt }: Seen) {
  const words = { name, address: hostPort(address, port), cause: cause ?? coded('entry.silent') }
  if (lastOkAt === 0) return coded('health.entry-fails', words)
  const finding = coded('health.entry-fails-since', { ...words, at: inUtc(lastOkAt) })
  return changes ? coded('health.entry-fails-after', { finding, changes }) : finding
}

export function judgeEntries({
  everyMinutes,
  offline,
  advised,
  entries: all,
  eyes,
  unchecked,
}: EntryFacts): Check[] {
  if (everyMinutes === 0)
    return [
      check(
        'entries',
        'note',
        coded('health.entries-off'),
        fix('entryChecks', setting('traffic', 'entryCheckMinutes')),
      ),
    ]
  const entries = all.filter(({ eye }) => eye === '')
  const failing = entries.filter(({ fails }) => fails >= certainFails)
  /** Where another address of the inbound works, its clients have a way in. */
  const isClosed = (inboundId: number) =>
    entries.filter((one) => one.inboundId === inboundId).every(({ fails }) => fails >= certainFails)
  const checks = failing.map((entry) => {
    const { inboundId, inbound: name, position } = entry
    const sentence = sentenceOf(entry)
    const id = `entries.inbound-${inboundId}-${position}`
    const state = isClosed(inboundId) ? 'bad' : 'warn'
    return check(id, state, sentence, page(`panel/inbounds?i=${inboundId}`), inboundSubject(inboundId, name))
  })
  const count = entries.filter(({ sunk }) => sunk).length
  if (advised.own && count > 0)
    checks.push(
      advice(
        'entries.advice',
        coded('health.entries-advice', { count }),
        'unhealthyEntries',
        'subUnhealthyEntries',
      ),
    )
  const blocked = new Set(
    all.flatMap((one) => (one.asn > 0 && one.sunk ? [`${one.inboundId} ${one.entry}`] : [])),
  )
  if (advised.blocked && blocked.size > 0) {
    const sentence = coded('health.entries-blocked-advice', { count: blocked.size })
    checks.push(advice('entries.blocked-advice', sentence, 'blockedEntries', 'subBlockedEntries'))
  }
  if (offline) checks.push(check('entries', 'note', coded('health.entries-offline', { reason: offline })))
  else if (entries.length > 0 && entries.every(({ fails }) => fails === 0))
    checks.push(check('entries', 'ok', coded('health.entries-good', { count: entries.length })))
  const closed = unchecked.map(({ inboundId, inbound: name, reason }) => {
    const sentence = coded('health.entry-unchecked', { name, reason })
    return check(`entries.inbound-${inboundId}`, 'note', sentence, undefined, inboundSubject(inboundId, name))
  })
  return [...checks, ...judgeEyes(all, eyes), ...closed]
}

/** As a person names it: `box (Iran, MCI)`. */
const eyeName = ({ name, country, provider }: EntryEye): string => {
  const where = [country, provider].filter((part) => part !== '').join(', ')
  return where === '' ? name : `${name} (${where})`
}
const idOf = (eye: EntryEye): string => `entries.${eye.id.replace(':', '-')}`

/** Why nobody knows what an eye sees now. */
function judgeEye(eye: EntryEye): Check[] {
  const [name, id] = [eyeName(eye), idOf(eye)]
  if (eye.state === 'held') return [check(id, 'bad', coded('health.probe-held', { name }))]
  if (eye.state === 'silent')
    return [check(id, 'warn', coded('health.eye-silent', { name, at: inUtc(eye.seenAt) }))]
  return eye.state === 'offline' ? [check(id, 'note', coded('health.eye-offline', { name }))] : []
}

/** What eyes elsewhere cannot reach although this server gets through. It is bad where none of several gets through. */
function judgeEyes(all: readonly Seen[], eyes: readonly EntryEye[]): Check[] {
  const others = eyes.filter(({ id }) => id !== '')
  const looking = others.filter(({ state }) => state === 'looking')
  const keyOf = ({ inboundId, entry }: Seen) => `${inboundId} ${entry}`
  const open = new Set(all.flatMap((one) => (one.eye === '' && one.fails === 0 ? [keyOf(one)] : [])))
  const fails = all.filter((one) => one.fails >= certainFails && open.has(keyOf(one)))
  const checks = fails.flatMap((one) => {
    const eye = looking.find(({ id }) => id === one.eye)
    if (!eye) return []
    const blind = looking.filter(({ id }) => fails.some((f) => f.eye === id && keyOf(f) === keyOf(one)))
    const state = looking.length > 1 && blind.length === looking.length ? 'bad' : 'warn'
    const { inboundId, inbound: name, position } = one
    const sentence = coded('health.entry-blocked', {
      ...{ name, eye: eyeName(eye), address: hostPort(one.address, one.port) },
      cause: one.cause ?? coded('entry.silent'),
    })
    const id = `${idOf(eye)}-${inboundId}-${position}`
    return [
      check(id, state, sentence, page(`panel/inbounds?i=${inboundId}`), inboundSubject(inboundId, name)),
    ]
  })
  return [...others.flatMap(judgeEye), ...checks]
}
