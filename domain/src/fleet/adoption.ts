import type { Coded } from '#contract/coded.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import type { ArrivingInbound } from '#domain/move-in/arrival.ts'
import { CredentialBook } from '#domain/move-in/credential-book.ts'
import { Findings } from '#domain/move-in/findings.ts'
import type { Draft } from '#domain/move-in/three-x-ui/draft.ts'
import { listedClientSteps } from '#domain/move-in/three-x-ui/listed-clients.ts'
import { coded } from '#domain/refusal.ts'
import type { Steps } from '#domain/steps.ts'
import {
  type AdoptionTarget,
  adoptedClient,
  attachedClient,
  type ClientDecision,
  type LocalClient,
} from './adoption-clients.ts'
import { adoptedInbound, type InboundDecision, type LocalInbounds } from './adoption-inbounds.ts'
import type { NodeList } from './adoption-list.ts'
import { identitiesOf, type ManagedClient } from './client-plan.ts'
import type { RemoteClient, RemoteEntry } from './snapshot.ts'

/** What the panel has, as far as it is compared with a node. */
export interface LocalState extends LocalInbounds {
  /** Clients of this panel that have the name of a client on the node, by email key. */
  clients: ReadonlyMap<string, LocalClient>
  /** Clients that this panel put on the node, by row id. */
  managedClients: ReadonlyMap<number, ManagedClient>
}

/** What the operator chose; absent: everything that can be adopted. */
export type AdoptionChoice = Partial<Record<'tags' | 'emails', readonly string[] | undefined>>

export interface PlannedClient {
  email: string
  /** Its inbounds on the node; clients with the same ones share the list. */
  tags: string[]
  decision: ClientDecision
}

/** What happens to each inbound and client of a node. Planned again in the transaction that writes it. */
export interface AdoptionPlan<Client = PlannedClient> {
  /** By tag on the node. */
  inbounds: ReadonlyMap<string, InboundDecision>
  /** By email key. */
  clients: ReadonlyMap<string, Client>
}

function planInbounds(
  list: NodeList,
  local: LocalState,
  chosen: ReadonlySet<string> | undefined,
  mint: Mint,
) {
  const decisions = new Map<string, InboundDecision>()
  for (const [tag, listed] of list.inbounds) {
    const decision = adoptedInbound(listed, local, mint)
    const isLeft = decision.do === 'adopt' && chosen && !chosen.has(tag)
    decisions.set(tag, isLeft ? { do: 'leave', why: coded('adoption.not-chosen') } : decision)
  }
  return decisions
}

/** The inbounds whose clients can be adopted. */
function targetsAmong(
  { inbounds }: NodeList,
  { desired }: LocalState,
  decisions: ReadonlyMap<string, InboundDecision>,
): Map<string, AdoptionTarget> {
  const targets = new Map<string, AdoptionTarget>()
  for (const [tag, decision] of decisions) {
    const ours = decision.do === 'adopt' ? 0 : decision.ours
    const shape = decision.do === 'adopt' ? decision.inbound.fields : desired.get(ours ?? 0)
    if (ours === undefined || !shape || !inbounds.has(tag) || !carriesClients(shape.protocol)) continue
    const { protocol } = shape
    const method = methodOf(shape)
    targets.set(tag, { inboundTag: tag, protocol, method, flowOverride: '', shape, inboundId: ours })
  }
  return targets
}

type Repeated = ReadonlyMap<string, ReadonlyMap<string, readonly RemoteEntry[]>>

/** Entries that are read in one step. */
const stepSize = 2_000

/** Names that an inbound lists more than once, with all those entries by email key and tag: `on` has only the last of each. */
function* repeatedSteps(
  { inbounds, snapshot }: NodeList,
  targets: ReadonlyMap<string, AdoptionTarget>,
): Steps<Repeated> {
  const lists = [...inbounds.values()].filter(({ remote }) => targets.has(remote.tag))
  const found = new Map<string, Map<string, RemoteEntry[]>>()
  let read = 0
  for (const { remote } of lists)
    for (const entry of remote.entries) {
      if (++read % stepSize === 0) yield
      const key = emailKey(entry.email)
      if (snapshot.clients.get(key)?.on.get(remote.tag) !== entry) found.set(key, new Map())
    }
  if (found.size === 0) return found
  for (const { remote } of lists)
    for (const entry of remote.entries) {
      if (++read % stepSize === 0) yield
      const byTag = found.get(emailKey(entry.email))
      const same = byTag?.get(remote.tag)
      if (same) same.push(entry)
      else byTag?.set(remote.tag, [entry])
    }
  return found
}

const leave = (why: Coded): ClientDecision => ({ do: 'leave', why })

interface Work {
  list: NodeList
  local: LocalState
  targets: ReadonlyMap<string, AdoptionTarget>
  repeated: Repeated
  /** Ids of clients that have, or had, this name on the node. */
  managed: ReadonlyMap<string, number>
  chosen: ReadonlySet<string> | undefined
  book: CredentialBook
  mint: Mint
}

/**
 * The entries of one client as drafts; several where the node has different credentials under one name. They are made
 * one client at a time: those of 100,000 would take more memory than the list itself.
 */
function* draftSteps(key: string, { on }: RemoteClient, work: Work): Steps<Draft[]> {
  const read: [number, { inbound: ArrivingInbound; listed: readonly RemoteEntry[] }][] = []
  for (const [tag, entry] of on) {
    const there = work.targets.has(tag) ? work.list.inbounds.get(tag) : undefined
    if (!there) continue
    const listed = work.repeated.get(key)?.get(tag) ?? [entry]
    read.push([there.remote.id, { inbound: there.inbound, listed }])
  }
  return yield* listedClientSteps(new Map(read), new Findings())
}

function* decisionSteps(key: string, remote: RemoteClient, work: Work): Steps<ClientDecision> {
  const { local, managed, mint, book } = work
  const known = local.clients.get(key)
  const owner = managed.get(key)
  const all = [...remote.on.keys()].flatMap((tag) => work.targets.get(tag) ?? [])
  const isPlaced = known !== undefined && local.managedClients.has(known.id)
  // The worker already applies the attachments of a client that this panel manages on the node.
  const targets = all.filter(({ inboundId }) =>
    inboundId === 0 ? true : !isPlaced && !known?.inboundIds.includes(inboundId),
  )
  if (owner !== undefined && owner !== known?.id) return leave(coded('adoption.being-removed'))
  if (targets.length === 0)
    return leave(coded(all.length > 0 || isPlaced ? 'adoption.already-here' : 'adoption.inbound-stays'))
  if (work.chosen && !work.chosen.has(key)) return leave(coded('adoption.not-chosen'))
  const [draft, ...others] = yield* draftSteps(key, remote, work)
  if (!draft || others.length > 0) return { do: 'conflict', why: coded('adoption.client-inconsistent') }
  const found = { draft, remote, targets }
  return known ? attachedClient(found, known, book) : adoptedClient(found, book, mint)
}

/** Clients that are planned in one go. */
const portion = 200

/** In portions, so that other work can run in between. `keep` maps each planned client to what is kept. */
export function* adoptionSteps<Client>(
  list: NodeList,
  local: LocalState,
  mint: Mint,
  choice: AdoptionChoice,
  keep: (planned: PlannedClient) => Client,
): Steps<AdoptionPlan<Client>> {
  const inbounds = planInbounds(list, local, choice.tags && new Set(choice.tags), mint)
  const targets = targetsAmong(list, local, inbounds)
  const managed = new Map<string, number>()
  for (const [id, one] of local.managedClients)
    for (const { email } of identitiesOf(one)) managed.set(emailKey(email), id)
  const work: Work = {
    list,
    local,
    targets,
    repeated: yield* repeatedSteps(list, targets),
    managed,
    chosen: choice.emails && new Set(choice.emails.map(emailKey)),
    book: new CredentialBook(),
    mint,
  }
  const lists = new Map<string, string[]>()
  const tagsOf = ({ on }: RemoteClient): string[] => {
    const tags = [...on.keys()]
    const name = tags.join('\n')
    const same = lists.get(name) ?? tags
    lists.set(name, same)
    return same
  }
  const clients = new Map<string, Client>()
  for (const [key, remote] of list.snapshot.clients) {
    if (clients.size % portion === portion - 1) yield
    const decision = yield* decisionSteps(key, remote, work)
    clients.set(key, keep({ email: remote.email, tags: tagsOf(remote), decision }))
  }
  return { inbounds, clients }
}

/** Clients on an adopted inbound that are not adopted: they stay attached to it, unmanaged. */
export function unmanagedOf(list: NodeList, plan: AdoptionPlan, refused: ReadonlySet<string>): string[] {
  const tags = [...plan.inbounds].flatMap(([tag, decision]) => (decision.do === 'adopt' ? tag : []))
  const unmanaged = new Set<string>()
  for (const tag of tags)
    for (const { email } of list.inbounds.get(tag)?.remote.entries ?? []) {
      const key = emailKey(email)
      const decision = plan.clients.get(key)?.decision
      const comes =
        !refused.has(key) &&
        decision !== undefined &&
        (decision.do === 'adopt' || decision.do === 'attach') &&
        decision.attachments.some(({ remoteTag }) => remoteTag === tag)
      if (!comes) unmanaged.add(key)
    }
  return [...unmanaged]
}
