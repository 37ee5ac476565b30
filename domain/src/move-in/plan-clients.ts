import type { ClientInput } from '#contract/client.ts'
import type { Coded } from '#contract/coded.ts'
import { newClient, type StoredClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { ExternalRow } from '#domain/links/external.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { ArrivingClient } from './arrival.ts'
import { CredentialBook, canUse, fittingTargets, type Target, targetAt } from './credential-book.ts'
import { TakenNames } from './names.ts'
import type { AddedAttachment, HereClient, PlannedClient } from './plan.ts'
import type { Place, PlanTools } from './plan-inbounds.ts'

interface Work extends PlanTools {
  /** Inbounds that take clients, by their tag in the source. */
  readonly targets: ReadonlyMap<string, Target>
  readonly book: CredentialBook
  readonly names: TakenNames
  readonly byEmail: ReadonlyMap<string, HereClient>
  readonly subIds: ReadonlyMap<string, string>
  readonly outboundTags: ReadonlySet<string>
  readonly plan: { clients: PlannedClient[]; attachments: AddedAttachment[] }
}

const secrets = ['uuid', 'password', 'auth'] as const

/** Same name and same subscription, or a credential in common; one with nothing to compare is the same too. */
function isSame({ fields }: ArrivingClient, there: HereClient): boolean {
  if (fields.subId !== '' && fields.subId === there.subId) return true
  if (secrets.some((key) => fields[key] !== '' && fields[key] === there[key])) return true
  // A password may have been replaced by a key when it was imported.
  return fields.subId === '' && fields.uuid === '' && fields.auth === ''
}

/** It was imported under another name before. One person may have several clients with one subscription id. */
function cameAs({ fields }: ArrivingClient, there: HereClient): boolean {
  if (fields.subId !== '' && fields.subId !== there.subId) return false
  return (
    secrets.some((key) => fields[key] !== '' && fields[key] === there[key]) ||
    secrets.every((key) => fields[key] === '')
  )
}

/** The client of this panel that is the same as this one. */
function findHere(from: ArrivingClient, byEmail: ReadonlyMap<string, HereClient>): HereClient | undefined {
  const { email } = from.fields
  const named = byEmail.get(emailKey(email))
  if (!named || isSame(from, named)) return named
  for (let n = 2; ; n++) {
    const there = byEmail.get(emailKey(`${email}-${n}`))
    if (!there || cameAs(from, there)) return there
  }
}

function targetsOf(from: ArrivingClient, { targets, counts }: Work): Target[] {
  const found = new Map<string, Target>()
  for (const { inboundTag, flowOverride } of from.attachments) {
    const target = targets.get(inboundTag)
    // The inbound's own finding says why; here its clients are only counted.
    if (!target) counts.add('attachments', 'left')
    else if (!found.has(target.inboundTag)) found.set(target.inboundTag, { ...target, flowOverride })
  }
  return [...found.values()]
}

function leave(email: string, at: Target, why: Coded, { found, counts }: Work): void {
  found.add('left', email, coded('movein.attachment-left', { tag: at.inboundTag, reason: why }))
  counts.add('attachments', 'left')
}

function inputOf({ fields, shadowsocksKey }: ArrivingClient, email: string): ClientInput {
  const { uuid, createdAt, updatedAt: _, reverse, ...plain } = fields
  return {
    ...plain,
    email,
    id: uuid,
    shadowsocksKey,
    reverse: reverse ?? undefined,
    created_at: createdAt,
  }
}

/** A reverse tag that is an outbound's would end that outbound together with the client. */
function withFreeReverse(from: ArrivingClient, { outboundTags, found }: Work): ArrivingClient {
  const tag = from.fields.reverse?.tag ?? ''
  if (!outboundTags.has(tag)) return from
  found.add('changes', from.fields.email, coded('movein.reverse-left', { tag }))
  return { ...from, fields: { ...from.fields, reverse: null } }
}

function record(from: ArrivingClient, email: string, targets: readonly Target[], work: Work): StoredClient {
  const { mint } = work
  const made = newClient(inputOf(from, email), targets, mint)
  return {
    ...made,
    enable: from.fields.enable,
    disabledByPanel: !from.fields.enable && from.disabledByPanel,
    updatedAt: from.fields.updatedAt || mint.now,
  }
}

const stored = ({ inboundTag, protocol, flowOverride }: Target) => ({ inboundTag, protocol, flowOverride })

const storedLinks = (links: readonly ExternalRow[]): string =>
  links.length === 0 ? '' : JSON.stringify(links)

function planNew(given: ArrivingClient, keepsName: boolean, work: Work): void {
  const { found, counts, names, book } = work
  const from = withFreeReverse(given, work)
  const old = from.fields.email
  const { kept, left } = fittingTargets(targetsOf(from, work))
  let client: StoredClient
  try {
    client = record(from, old, kept, work)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    found.add('left', old, coded('movein.client-left', { reason: codedOf(error) }))
    counts.add('clients', 'left')
    counts.add('attachments', 'left', kept.length + left.length)
    return
  }
  const email = keepsName ? old : names.takeFree(old)
  if (email !== old) found.add('healed', email, coded('movein.client-name-taken', { old, email }))
  for (const { at, why } of left) leave(email, at, why, work)
  const attachments = kept.filter((at) => {
    const why = book.refusal(at, client)
    if (why) leave(email, at, why, work)
    return !why
  })
  for (const at of attachments) book.note(at, client, email)
  noteSubscription(email, client.subId, work)
  counts.add('clients', 'comes')
  counts.add('attachments', 'comes', attachments.length)
  work.plan.clients.push({
    record: { ...client, email },
    attachments: attachments.map(stored),
    externalLinks: storedLinks(from.externalLinks),
    up: from.up,
    down: from.down,
    lastOnline: from.lastOnline,
    ips: from.ips,
    oldIdentity: from.oldIdentity,
  })
}

/** A subscription id that a client here has too: both are shown together from now on. */
function noteSubscription(email: string, subId: string, { subIds, found }: Work): void {
  const other = subIds.get(subId)
  if (other !== undefined) found.add('changes', email, coded('movein.sub-id-shared', { other }))
}

function planKnown(from: ArrivingClient, there: HereClient, work: Work): void {
  const { counts, found, book } = work
  const { uuid, auth } = from.fields
  counts.add('clients', 'here')
  if ((uuid !== '' && uuid !== there.uuid) || (auth !== '' && auth !== there.auth))
    found.add('changes', there.email, coded('movein.client-differs'))
  const attached = new Set(there.inboundTags)
  for (const at of targetsOf(from, work)) {
    if (attached.has(at.inboundTag)) {
      counts.add('attachments', 'here')
      continue
    }
    const why = canUse(at, there) ? book.refusal(at, there) : coded('movein.credential-missing')
    if (why) {
      leave(there.email, at, why, work)
      continue
    }
    book.note(at, there, there.email)
    counts.add('attachments', 'comes')
    work.plan.attachments.push({ email: there.email, ...stored(at) })
  }
}

function targetsAmong(places: Iterable<readonly [string, Place]>): Map<string, Target> {
  const targets = new Map<string, Target>()
  for (const [tag, place] of places) {
    const target = targetAt(place)
    if (target) targets.set(tag, target)
  }
  return targets
}

/** Clients here hold their names, credentials and subscription ids. */
function workWith(
  places: ReadonlyMap<string, Place>,
  outboundTags: ReadonlySet<string>,
  tools: PlanTools,
): Work {
  const { here } = tools
  const book = new CredentialBook()
  const names = new TakenNames()
  const hereTargets = targetsAmong(here.inbounds.map((inbound) => [inbound.tag, inbound]))
  for (const client of here.clients) {
    names.take(client.email)
    for (const tag of client.inboundTags) {
      const at = hereTargets.get(tag)
      if (at) book.note(at, client, client.email)
    }
  }
  return {
    ...tools,
    targets: targetsAmong(places),
    book,
    names,
    outboundTags,
    byEmail: new Map(here.clients.map((client) => [emailKey(client.email), client])),
    subIds: new Map(here.clients.map(({ subId, email }) => [subId, email])),
    plan: { clients: [], attachments: [] },
  }
}

export function planClients(
  arriving: readonly ArrivingClient[],
  places: ReadonlyMap<string, Place>,
  outboundTags: ReadonlySet<string>,
  tools: PlanTools,
): Work['plan'] {
  const work = workWith(places, outboundTags, tools)
  // Clients that can keep their names get them first: a client that needs a new name never takes one of theirs.
  const keeps = new Set<ArrivingClient>()
  for (const from of arriving) {
    if (work.names.has(from.fields.email)) continue
    work.names.take(from.fields.email)
    keeps.add(from)
  }
  for (const from of arriving) {
    const there = findHere(from, work.byEmail)
    if (there) planKnown(from, there, work)
    else planNew(from, keeps.has(from), work)
  }
  return work.plan
}
