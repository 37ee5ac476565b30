import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { blankFields } from '#domain/clients/client.ts'
import { checkUuid, isValidKey, keyLength } from '#domain/clients/credentials.ts'
import { dayMs, settledExpiry } from '#domain/clients/expiry.ts'
import { checkEmail, checkSubId, flows } from '#domain/clients/field-rules.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import { asJson, asLine, asText, asWhole } from '#domain/untyped.ts'
import { type Peer, peerIn, standardKey } from '#domain/wireguard/keys.ts'
import { checkedAddresses } from '#domain/wireguard/pool.ts'
import { listIn } from '../../texts.ts'
import type { ArrivingClient } from '../arrival.ts'
import type { Findings } from '../findings.ts'
import { healedEmail, healedSubId, TakenNames, whyNot } from '../names.ts'
import type { SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'
import { type Draft, draftOf } from './draft.ts'
import { listedClients, reverseOf } from './listed-clients.ts'
import type { ReadInbound, ReadInbounds } from './read-inbounds.ts'
import { type Counters, readUsage, type Usage } from './usage.ts'

/** Names that can stay are given out first: a healed name never takes the name of another client. */
function namesFor(drafts: readonly Draft[], found: Findings): string[] {
  const taken = new TakenNames()
  const keeps = drafts.map((draft) => {
    if (whyNot(checkEmail, draft.email) || taken.has(draft.email)) return false
    taken.take(draft.email)
    return true
  })
  return drafts.map((draft, i) => {
    if (keeps[i]) return draft.email
    const old = draft.email.slice(0, 254)
    const email = taken.takeFree(healedEmail(draft.email))
    const refusal = whyNot(checkEmail, draft.email)
    const said = refusal
      ? coded('movein.email-healed', { old, email, reason: codedOf(refusal) })
      : coded('movein.email-twice', { old, email })
    found.add('healed', email, said)
    return email
  })
}

export function readClients(tables: SourceTables, inbounds: ReadInbounds, now: number, found: Findings) {
  const usage = readUsage(tables)
  const isRecorded = rowsOf(tables, 'clients').length > 0
  const drafts = isRecorded ? recordedClients(tables, inbounds, usage, found) : listedClients(inbounds, found)
  const names = namesFor(drafts, found)
  const emails = new Set(drafts.map(({ email }) => email))
  const clients = drafts.map((draft, i) => fittingClient(draft, names[i]!, { usage, emails, now, found }))
  if (usage.otherLinks > 0)
    found.add('left', '', coded('movein.external-links-left', { count: usage.otherLinks }))
  const groups = new Set(clients.map(({ fields }) => fields.group).filter((group) => group !== ''))
  return { clients, groups: [...groups] }
}

/** The entries of each inbound's own list by email: a copy of the records that may be behind. */
function listsOf(inbounds: ReadInbounds) {
  const lists = new Map<string, Map<string, Block>>()
  for (const { inbound, listed } of inbounds.values())
    lists.set(inbound.tag, new Map(listed.map((entry) => [asText(entry.email), entry])))
  return lists
}

/** On a Shadowsocks 2022 inbound a password that is no key was replaced in the inbound's list alone. */
function ownKey(draft: Draft, { inbound }: ReadInbound, entry: Block | undefined): string {
  const method = methodOf(inbound)
  const listed = asText(entry?.password)
  if (keyLength(method) === 0 || isValidKey(method, draft.password) || !isValidKey(method, listed)) return ''
  return listed
}

/**
 * The list of a WireGuard inbound has what the core serves there. A record has one key, which may be that of another
 * inbound: the first one is kept.
 */
function takePeer(draft: Draft, tag: string, listed: Draft, has: Set<Draft>, found: Findings): void {
  if (listed.publicKey === '' && listed.privateKey === '') return
  if (!has.has(draft)) Object.assign(draft, peerIn(listed))
  else if (listed.publicKey !== draft.publicKey)
    found.add('changes', draft.email, coded('movein.wireguard-key-differs', { tag }))
  else draft.allowedIPs = [...new Set([...listIn(draft.allowedIPs), ...listIn(listed.allowedIPs)])].join()
  has.add(draft)
}

function attachAll(
  tables: SourceTables,
  inbounds: ReadInbounds,
  byId: ReadonlyMap<number, Draft>,
  found: Findings,
): number {
  const lists = listsOf(inbounds)
  const withPeer = new Set<Draft>()
  let orphans = 0
  for (const row of rowsOf(tables, 'client_inbounds')) {
    const draft = byId.get(asWhole(row.client_id) ?? -1)
    const at = inbounds.get(asWhole(row.inbound_id) ?? -1)
    if (!draft || !at) {
      orphans++
      continue
    }
    if (draft.attachments.has(at.inbound.tag)) continue
    draft.attachments.set(at.inbound.tag, asText(row.flow_override))
    const { tag, protocol } = at.inbound
    const listed = lists.get(tag)?.get(draft.email)
    draft.shadowsocksKey ||= ownKey(draft, at, listed)
    if (protocol === 'wireguard' && listed) takePeer(draft, tag, draftOf(listed, 'entry'), withPeer, found)
  }
  return orphans
}

/** What the lists of the inbounds still say although no record or attachment says so. */
function nameLeftovers(inbounds: ReadInbounds, drafts: readonly Draft[], found: Findings): void {
  const byEmail = new Map(drafts.map((draft) => [draft.email, draft]))
  for (const { inbound, listed } of inbounds.values()) {
    if (!carriesClients(inbound.protocol)) continue
    for (const entry of listed) {
      const email = asText(entry.email)
      const draft = byEmail.get(email)
      const at = { email, tag: inbound.tag }
      if (!draft) found.add('left', email, coded('movein.listed-only', at))
      else if (!draft.attachments.has(inbound.tag)) found.add('note', email, coded('movein.listed-apart', at))
    }
  }
}

/** Clients of versions that have a table of them. The records count; lists in the inbounds are copies. */
function recordedClients(
  tables: SourceTables,
  inbounds: ReadInbounds,
  usage: Usage,
  found: Findings,
): Draft[] {
  const byId = new Map<number, Draft>()
  const drafts = rowsOf(tables, 'clients').map((row) => {
    const draft = draftOf(row, 'row')
    const id = asWhole(row.id)
    if (id !== undefined && !byId.has(id)) {
      byId.set(id, draft)
      draft.externalLinks = usage.links.get(id) ?? []
    }
    draft.reverseTag = reverseOf(asJson(row.reverse))
    return draft
  })
  const orphans = attachAll(tables, inbounds, byId, found)
  if (orphans > 0)
    found.add('left', '', coded('movein.orphans', { count: orphans, table: 'client_inbounds' }))
  nameLeftovers(inbounds, drafts, found)
  return drafts
}

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

/** Its WireGuard keys and addresses as they are stored here; what cannot be used is named and made anew. */
function peerOf(draft: Draft, found: Findings): Peer {
  const unusable = (field: string): string => {
    found.add('changes', draft.email, coded('movein.credential-unusable', { field }))
    return ''
  }
  const keyOf = (field: 'privateKey' | 'publicKey' | 'preSharedKey') =>
    draft[field] === '' ? '' : (standardKey(draft[field]) ?? unusable(field))
  const hasAddresses = !whyNot((text) => checkedAddresses(text, ''), draft.allowedIPs)
  return {
    privateKey: keyOf('privateKey'),
    publicKey: keyOf('publicKey'),
    preSharedKey: keyOf('preSharedKey'),
    allowedIPs: hasAddresses ? draft.allowedIPs : unusable('allowedIPs'),
    keepAlive: Math.min(draft.keepAlive, 65_535),
  }
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
    ...peerOf(draft, found),
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
function fittingClient(
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
