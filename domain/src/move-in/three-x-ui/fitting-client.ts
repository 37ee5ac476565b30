import type { ClientFields } from '#contract/client.ts'
import { blankFields } from '#domain/clients/client.ts'
import { checkUuid } from '#domain/clients/credentials.ts'
import { dayMs, settledExpiry } from '#domain/clients/expiry.ts'
import { flows } from '#domain/clients/field-rules.ts'
import { checkSubId } from '#domain/clients/names.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { ArrivingClient } from '../arrival.ts'
import { asLine } from '../cells.ts'
import type { Findings } from '../findings.ts'
import { healedSubId, whyNot } from '../names.ts'
import type { Draft } from './draft.ts'
import type { Counters, Usage } from './usage.ts'

const knownFlows: readonly string[] = flows
const longestSecret = 512
const mostDays = 100_000

/** A delayed start is counted in whole days here. */
function wholeDays(draft: Draft, expiryTime: number, found: Findings): number {
  if (expiryTime >= 0 || expiryTime % dayMs === 0) return expiryTime
  const days = Math.ceil(-expiryTime / dayMs)
  if (days > mostDays) {
    found.add('healed', draft.email, coded('movein.delay-too-long'))
    return 0
  }
  found.add('healed', draft.email, coded('movein.delay-rounded', { days }))
  return -days * dayMs
}

/** A text of several lines without control characters, as comments are kept. */
function commentOf(draft: Draft, found: Findings): string {
  const kept = draft.comment.slice(0, 4096).replace(/[^\P{Cc}\n\r\t]|\p{Cs}/gu, ' ')
  if (kept !== draft.comment)
    found.add('healed', draft.email, coded('movein.text-trimmed', { field: 'comment' }))
  return kept
}

function secretOf(draft: Draft, field: 'password' | 'auth' | 'shadowsocksKey', found: Findings): string {
  const value = draft[field]
  if (value.length <= longestSecret && !/[\p{Cc}\p{Cs}]/u.test(value)) return value
  found.add('changes', draft.email, coded('movein.credential-unusable', { field }))
  return ''
}

function uuidOf(draft: Draft, found: Findings): string {
  if (draft.uuid === '' || !whyNot(checkUuid, draft.uuid)) return draft.uuid
  found.add('changes', draft.email, coded('movein.credential-unusable', { field: 'id' }))
  return ''
}

function subIdOf(draft: Draft, found: Findings): string {
  if (draft.subId === '') return ''
  const refusal = whyNot(checkSubId, draft.subId)
  if (!refusal) return draft.subId
  const old = draft.subId.slice(0, 254)
  found.add('changes', draft.email, coded('movein.sub-id-changed', { old, reason: codedOf(refusal) }))
  return healedSubId(draft.subId)
}

function flowIn(draft: Draft, flow: string, found: Findings): string {
  if (knownFlows.includes(flow)) return flow
  found.add('healed', draft.email, coded('movein.flow-unknown', { flow: flow.slice(0, 64) }))
  return ''
}

/** The record's own times and limits, with the name that it has here. */
function fieldsOf(
  draft: Draft,
  email: string,
  counters: Counters | undefined,
  found: Findings,
): ClientFields {
  const {
    shadowsocksKey: _,
    reverseTag,
    attachments: __,
    externalLinks: ___,
    isOperatorsChoice: ____,
    ...plain
  } = draft
  const tag = asLine(reverseTag, 254)
  return {
    ...blankFields,
    ...plain,
    email,
    subId: subIdOf(draft, found),
    uuid: uuidOf(draft, found),
    password: secretOf(draft, 'password', found),
    auth: secretOf(draft, 'auth', found),
    flow: flowIn(draft, draft.flow, found),
    security: asLine(draft.security, 64),
    reverse: tag === '' ? null : { tag },
    expiryTime: wholeDays(draft, settledExpiry(draft.expiryTime, counters?.expiryTime ?? 0), found),
    comment: commentOf(draft, found),
    reset: Math.min(draft.reset, mostDays),
    group: asLine(draft.group, 254),
    resetDay: Math.min(draft.resetDay, 31),
  }
}

/**
 * The source disables a client that has used up its quota or time and does not say whether it was the panel or an
 * operator. One that has ended is taken as disabled by the panel: a reset or a renewal brings it back.
 */
function switches(draft: Draft, fields: ClientFields, counters: Counters | undefined, now: number) {
  const used = counters ? counters.up + counters.down : 0
  const hasEnded = isDepleted({ expiryTime: fields.expiryTime, quota: fields.totalGB, used }, now)
  const isOn = draft.enable && (counters?.enable ?? true)
  if (isOn || !hasEnded || draft.isOperatorsChoice) return { enable: isOn, disabledByPanel: false }
  return { enable: false, disabledByPanel: true }
}

/** Makes a client fit the rules here under the name that it gets, and says what that changed. `emails`: of all clients. */
export function fittingClient(
  draft: Draft,
  email: string,
  { usage, emails, now, found }: { usage: Usage; emails: ReadonlySet<string>; now: number; found: Findings },
): ArrivingClient {
  const counters = usage.counters.take(draft.email, emails)
  const fields = fieldsOf(draft, email, counters, found)
  const { enable, disabledByPanel } = switches(draft, fields, counters, now)
  if (counters?.isCapped) found.add('healed', email, coded('movein.counter-capped'))
  return {
    fields: { ...fields, enable },
    shadowsocksKey: secretOf(draft, 'shadowsocksKey', found),
    disabledByPanel,
    attachments: [...draft.attachments].map(([inboundTag, flow]) => ({
      inboundTag,
      flowOverride: flowIn(draft, flow, found),
    })),
    externalLinks: draft.externalLinks,
    up: counters?.up ?? 0,
    down: counters?.down ?? 0,
    lastOnline: counters?.lastOnline ?? 0,
    ips: usage.addresses.take(draft.email, emails) ?? '',
    oldIdentity: null,
  }
}
