import type { Coded } from '#contract/coded.ts'
import { certainFails } from '#domain/entries/state.ts'
import { hostPort } from '#domain/net/address.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, inboundSubject, only, page, setting } from './check.ts'

/** What the checks as a client found last. */
export interface EntryFacts {
  /** 0: off. */
  everyMinutes: number
  /** Why this server cannot fetch the test page itself. */
  offline: Coded | undefined
  entries: readonly {
    inboundId: number
    inbound: string
    position: number
    address: string
    port: number
    cause: Coded | undefined
    /** In a row. */
    fails: number
    lastOkAt: number
    /** Subscriptions would list it last or leave it out. */
    sunk: boolean
  }[]
  /** They do not, and the operator is told what they could do. */
  isAdvised: boolean
}

/** Minutes are enough, and the sentence stays the same from check to check. */
const inUtc = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const advice = (count: number): Check =>
  check(
    'entries.advice',
    'note',
    coded('health.entries-advice', { count }),
    setting('subscription', 'subUnhealthyEntries'),
    only('subscriptions'),
  )

export function judgeEntries({ everyMinutes, offline, isAdvised, entries }: EntryFacts): Check[] {
  if (everyMinutes === 0)
    return [check('entries', 'note', coded('health.entries-off'), setting('traffic', 'entryCheckMinutes'))]
  const failing = entries.filter(({ fails }) => fails >= certainFails)
  /** Where another address of the inbound works, its clients have a way in. */
  const isClosed = (inboundId: number) =>
    entries.filter((one) => one.inboundId === inboundId).every(({ fails }) => fails >= certainFails)
  const checks = failing.map(({ inboundId, inbound: name, position, cause, lastOkAt, ...at }) => {
    const words = { name, address: hostPort(at.address, at.port), cause: cause ?? coded('entry.silent') }
    const sentence =
      lastOkAt > 0
        ? coded('health.entry-fails-since', { ...words, at: inUtc(lastOkAt) })
        : coded('health.entry-fails', words)
    const id = `entries.inbound-${inboundId}-${position}`
    const state = isClosed(inboundId) ? 'bad' : 'warn'
    return check(id, state, sentence, page(`panel/inbounds?i=${inboundId}`), inboundSubject(inboundId, name))
  })
  const count = entries.filter(({ sunk }) => sunk).length
  if (isAdvised && count > 0) checks.push(advice(count))
  if (offline) checks.push(check('entries', 'note', coded('health.entries-offline', { reason: offline })))
  else if (entries.length > 0 && entries.every(({ fails }) => fails === 0))
    checks.push(check('entries', 'ok', coded('health.entries-good', { count: entries.length })))
  return checks
}
