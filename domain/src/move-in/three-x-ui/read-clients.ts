import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { checkEmail } from '#domain/clients/names.ts'
import { isValidKey, keyLength } from '#domain/clients/shadowsocks-key.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import { asJson, asText, asWhole, rowsOf } from '../cells.ts'
import type { Findings } from '../findings.ts'
import { healedEmail, TakenNames, whyNot } from '../names.ts'
import type { SourceTables } from '../source-tables.ts'
import { type Draft, draftOf } from './draft.ts'
import { fittingClient } from './fitting-client.ts'
import { listedClients, reverseOf } from './listed-clients.ts'
import type { ReadInbound, ReadInbounds } from './read-inbounds.ts'
import { readUsage, type Usage } from './usage.ts'

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

function attachAll(tables: SourceTables, inbounds: ReadInbounds, byId: ReadonlyMap<number, Draft>): number {
  const lists = listsOf(inbounds)
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
    draft.shadowsocksKey ||= ownKey(draft, at, lists.get(at.inbound.tag)?.get(draft.email))
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
  const orphans = attachAll(tables, inbounds, byId)
  if (orphans > 0)
    found.add('left', '', coded('movein.orphans', { count: orphans, table: 'client_inbounds' }))
  nameLeftovers(inbounds, drafts, found)
  return drafts
}
