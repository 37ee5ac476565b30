import type { FleetSeen } from '#contract/fleet-api.ts'
import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/names.ts'
import { expectedEntry, identitiesOf } from '#domain/fleet/client-plan.ts'
import { bucketCount, bucketOf, bucketTexts, entryHash, nothingHeld, toggle } from '#domain/fleet/held.ts'
import type { RemoteClient, RemoteEntry, Snapshot } from '#domain/fleet/snapshot.ts'
import { confirmedTags, desiredClient, type NodeState } from '../sync/diff.ts'
import type { Hashes, Inspected } from './adapter.ts'
import type { SluiceCalls } from './sluice-calls.ts'

type SeenInbound = FleetSeen['inbounds'][number]

/** Buckets of one inbound that are not as they should be, and how many clients the inbound has. */
interface BadBuckets {
  tag: string
  of: number[]
  clients: number
}

/** About how many rows of clients are asked for at once. */
const atOnce = 5_000

const remoteOf = ({ email, subId, up, down, on }: FleetSeen['clients'][number]): RemoteClient => ({
  email,
  subId,
  on: new Map(Object.entries(on) as [string, RemoteEntry][]), // entries that the node made with the same code
  sums: { up, down },
})

/** A client on an inbound as it should be there; the limit is the one that it has or will get. */
function entriesOn(state: NodeState): Map<string, { id: number; email: string; entry: Block }[]> {
  const found = new Map<string, { id: number; email: string; entry: Block }[]>()
  for (const id of state.desiredClients.keys()) {
    const { desired } = desiredClient(state, id)
    for (const { inbound, flowOverride } of desired?.on ?? []) {
      const entry = desired && expectedEntry(desired, inbound, flowOverride)
      if (!entry || !desired) continue
      const list = found.get(inbound.tag) ?? []
      list.push({ id, email: desired.client.email, entry })
      found.set(inbound.tag, list)
    }
  }
  return found
}

/** The buckets of our inbounds that are not as they should be, and the clients in them. */
function differences(state: NodeState, seen: readonly SeenInbound[], ours: ReadonlySet<string>) {
  const entries = entriesOn(state)
  const suspects = new Set<number>()
  const buckets: BadBuckets[] = []
  const byTag = new Map([...state.desiredInbounds.values()].map((inbound) => [inbound.tag, inbound]))
  for (const { tag, clients, buckets: has } of seen) {
    const inbound = byTag.get(tag)
    if (!ours.has(tag)) continue
    const held = nothingHeld()
    for (const { email, entry } of inbound ? (entries.get(tag) ?? []) : [])
      if (inbound) toggle(held, bucketOf(email), entryHash(inbound, entry))
    const of = bucketTexts(held).flatMap((text, n) => (text === (has[n] ?? '') ? [] : n))
    const bad = new Set(of)
    for (const { id, email } of entries.get(tag) ?? []) if (bad.has(bucketOf(email))) suspects.add(id)
    if (of.length > 0) buckets.push({ tag, of, clients })
  }
  const shown = new Set(seen.map(({ tag }) => tag))
  for (const [tag, list] of entries)
    if (!shown.has(tag) || !ours.has(tag)) for (const { id } of list) suspects.add(id)
  return { suspects, buckets }
}

async function clientsIn(
  calls: SluiceCalls,
  buckets: readonly BadBuckets[],
): Promise<Map<string, RemoteClient>> {
  const found = new Map<string, RemoteClient>()
  for (const { tag, of, clients: count } of buckets) {
    const step = Math.max(1, Math.floor((atOnce * bucketCount) / Math.max(1, count)))
    for (let from = 0; from < of.length; from += step) {
      const some = [{ tag, of: of.slice(from, from + step) }]
      const { clients } = await calls.look({ inbounds: [], buckets: some })
      for (const client of clients) found.set(emailKey(client.email), remoteOf(client))
    }
  }
  return found
}

const inboundsIn = (seen: readonly SeenInbound[]): Snapshot['inbounds'] =>
  new Map(
    seen.map(({ buckets: _, hash: __, clients: ___, ...inbound }) => [
      inbound.tag,
      { ...inbound, entries: [], mayBeLate: true, isCountable: true },
    ]),
  )

/** Clients of ours that the node showed, whether or not they should be on that inbound. */
function shownIds(shown: ReadonlyMap<string, RemoteClient>, state: NodeState): number[] {
  const ids = new Map<string, number>()
  for (const [id, managed] of state.managedClients)
    for (const { email } of identitiesOf(managed)) ids.set(emailKey(email), id)
  for (const [id, { client }] of state.desiredClients) ids.set(emailKey(client.email), id)
  return [...shown.keys()].flatMap((key) => ids.get(key) ?? [])
}

/** Reads a hash per inbound and bucket, and then only the clients of the buckets that differ. */
export async function inspectSluice(
  calls: SluiceCalls,
  state: NodeState,
): Promise<Inspected & { hashes: Hashes }> {
  const managed = [...state.managedInbounds.values()]
  const tags = [...new Set([...managed, ...state.desiredInbounds.values()].map(({ tag }) => tag))]
  const { epoch, seq, inbounds } = await calls.look({ inbounds: tags, buckets: [] })
  const { suspects, buckets } = differences(state, inbounds, new Set(confirmedTags(state)))
  const clients = await clientsIn(calls, buckets)
  for (const id of shownIds(clients, state)) suspects.add(id)
  const hashes = new Map(inbounds.map(({ tag, hash }) => [tag, hash]))
  return {
    snapshot: { inbounds: inboundsIn(inbounds), clients, uncountable: new Set() },
    suspects,
    hashes: { epoch, seq, byTag: new Map(tags.map((tag) => [tag, hashes.get(tag)])) },
  }
}
