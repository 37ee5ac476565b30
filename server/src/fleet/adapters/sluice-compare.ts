import type { Coded } from '#contract/coded.ts'
import type { FleetKey, FleetSeen } from '#contract/fleet-api.ts'
import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/names.ts'
import { expectedEntry } from '#domain/fleet/client-body.ts'
import { identitiesOf, planClient } from '#domain/fleet/client-plan.ts'
import { bucketCount, bucketOf, bucketTexts, entryHash, nothingHeld, toggle } from '#domain/fleet/held.ts'
import { nothingShown, type RemoteClient, type RemoteEntry, type Snapshot } from '#domain/fleet/snapshot.ts'
import { coded } from '#domain/refusal.ts'
import type { Db } from '../../store/open.ts'
import type { createNoting } from '../sync/compare.ts'
import type { Derive } from '../sync/desired.ts'
import type { Placements } from '../sync/managed.ts'
import type { Mark } from '../sync/pending.ts'
import { clientWork, inboundWork, type Picture, wantedClient } from '../sync/state.ts'
import type { createStrangers } from '../sync/unmanaged.ts'
import type { Road } from './sluice-calls.ts'
import { ourTags } from './sluice-worker.ts'
import type { Wire } from './three-x-ui.ts'

interface Deps {
  db: Db
  derive: Derive
  placements: Placements
  note: ReturnType<typeof createNoting>
  takeOff: ReturnType<typeof createStrangers>
  /** Tells the operator what a node did. */
  noticed?: (node: number, what: Coded) => void
}

/** What a node showed, and where in its news. */
export interface Compared {
  epoch: string
  seq: number
  /** By tag, of everything that was asked for; absent if the node does not have it. */
  hashes: Map<string, string | undefined>
}

type SeenInbound = FleetSeen['inbounds'][number]

/** About how many rows of clients are asked for at once. */
const atOnce = 5_000

const remoteOf = ({ email, subId, up, down, on }: FleetSeen['clients'][number]): RemoteClient => ({
  email,
  subId,
  on: new Map(Object.entries(on) as [string, RemoteEntry][]), // entries that the node made with the same code
  sums: { up, down },
})

/** A client on an inbound as it should be there; the limit is the one that it has or will get. */
function entriesOn(whole: Picture): Map<string, { id: number; email: string; entry: Block }[]> {
  const found = new Map<string, { id: number; email: string; entry: Block }[]>()
  for (const id of whole.clients.keys()) {
    const { wanted } = wantedClient(whole, id)
    for (const { inbound, flowOverride } of wanted?.on ?? []) {
      const entry = wanted && expectedEntry(wanted, inbound, flowOverride)
      if (!entry || !wanted) continue
      const list = found.get(inbound.tag) ?? []
      list.push({ id, email: wanted.client.email, entry })
      found.set(inbound.tag, list)
    }
  }
  return found
}

/**
 * The whole of a node against the whole of what it should be: a hash per inbound and bucket, and then only the clients
 * of the buckets that differ.
 */
export function createRoadCompare({ db, derive, placements, note, takeOff, noticed }: Deps) {
  async function wholeOf(node: number): Promise<Picture> {
    const wantedInbounds = await derive.inbounds(db.read, node)
    return {
      snapshot: nothingShown(),
      wantedInbounds,
      placedInbounds: await placements.inbounds(db.read, node),
      clients: await derive.clients(db.read, node, wantedInbounds),
      placedClients: await placements.clients(db.read, node),
    }
  }

  /** The buckets of our inbounds that are not as they should be, and the clients in them. */
  function differences(whole: Picture, seen: readonly SeenInbound[], ours: ReadonlySet<string>) {
    const entries = entriesOn(whole)
    const suspects = new Set<number>()
    const buckets: { tag: string; of: number[]; rows: number }[] = []
    const wantedByTag = new Map([...whole.wantedInbounds.values()].map((inbound) => [inbound.tag, inbound]))
    for (const { tag, clients, buckets: has } of seen) {
      const inbound = wantedByTag.get(tag)
      if (!ours.has(tag)) continue
      const held = nothingHeld()
      for (const { email, entry } of inbound ? (entries.get(tag) ?? []) : [])
        if (inbound) toggle(held, bucketOf(email), entryHash(inbound, entry))
      const should = bucketTexts(held)
      const of = should.flatMap((text, n) => (text === (has[n] ?? '') ? [] : n))
      const bad = new Set(of)
      for (const { id, email } of entries.get(tag) ?? []) if (bad.has(bucketOf(email))) suspects.add(id)
      if (of.length > 0) buckets.push({ tag, of, rows: clients })
    }
    const shown = new Set(seen.map(({ tag }) => tag))
    for (const [tag, list] of entries)
      if (!shown.has(tag) || !ours.has(tag)) for (const { id } of list) suspects.add(id)
    return { suspects, buckets }
  }

  async function rowsOf(
    road: Road,
    buckets: readonly { tag: string; of: readonly number[]; rows: number }[],
  ): Promise<Map<string, RemoteClient>> {
    const found = new Map<string, RemoteClient>()
    for (const { tag, of, rows } of buckets) {
      const step = Math.max(1, Math.floor((atOnce * bucketCount) / Math.max(1, rows)))
      for (let from = 0; from < of.length; from += step) {
        const { clients } = await road.look({
          inbounds: [],
          buckets: [{ tag, of: of.slice(from, from + step) }],
        })
        for (const client of clients) found.set(emailKey(client.email), remoteOf(client))
      }
    }
    return found
  }

  const snapshotOf = (seen: readonly SeenInbound[]): Snapshot => ({
    inbounds: new Map(
      seen.map(({ buckets: _, hash: __, clients: ___, ...inbound }) => [
        inbound.tag,
        { ...inbound, entries: [], mayBeLate: true, isCountable: true },
      ]),
    ),
    clients: new Map(),
    uncountable: new Set(),
  })

  function marksOf(node: number, whole: Picture, suspects: ReadonlySet<number>): Mark[] {
    const inbounds = [...new Set([...whole.wantedInbounds.keys(), ...whole.placedInbounds.keys()])].filter(
      (id) => inboundWork(whole, id).step.do !== 'nothing' || isUnknown(whole, id),
    )
    const ours = new Set(ourTags(whole.placedInbounds.values()))
    const clients = [...new Set([...whole.clients.keys(), ...whole.placedClients.keys()])].filter((id) => {
      const derived = whole.clients.get(id)
      const placed = whole.placedClients.get(id)
      if (!derived || derived.on.length === 0 || !placed || placed.sent.length > 0) return true
      if (!suspects.has(id)) return false
      const { wanted } = clientWork(whole, id)
      return (
        planClient({ wanted, placed, snapshot: whole.snapshot, ours, knowsSpeeds: true }).do !== 'nothing'
      )
    })
    return [
      ...inbounds.map((key): Mark => ({ node_id: node, kind: 'inbound', key })),
      ...clients.map((key): Mark => ({ node_id: node, kind: 'client', key })),
    ]
  }

  /** The steps that a stranger needs, as keys. */
  const hands = (road: Road, { snapshot, placedInbounds }: Picture): Pick<Wire, 'client'> => ({
    async client({ name = '', detach = [], remove = [] }) {
      const gone = new Set(detach)
      const on = [...snapshot.inbounds.values()].filter(({ id }) => gone.has(id)).map(({ tag }) => tag)
      const keys: FleetKey[] = remove.map((email) => {
        const { subId = '' } = snapshot.clients.get(emailKey(email)) ?? {}
        return { kind: 'client', names: [{ email, subId }], be: null }
      })
      if (on.length > 0) keys.push({ kind: 'stranger', email: name, on })
      await road.apply({ ours: ourTags(placedInbounds.values()), keys })
    },
  })

  return async function compare(node: number, road: Road): Promise<Compared> {
    const whole = await wholeOf(node)
    const placed = [...whole.placedInbounds.values()]
    const tags = [
      ...new Set([
        ...placed.map(({ tag }) => tag),
        ...[...whole.wantedInbounds.values()].map(({ tag }) => tag),
      ]),
    ]
    const seen = await road.look({ inbounds: tags, buckets: [] })
    const ours = new Set(ourTags(placed))
    const { suspects, buckets } = differences(whole, seen.inbounds, ours)
    const snapshot = { ...snapshotOf(seen.inbounds), clients: await rowsOf(road, buckets) }
    const picture = { ...whole, snapshot }
    for (const id of shownIds(picture)) suspects.add(id)
    // Nothing on an inbound whose row id is not known is ours to touch.
    const sure = new Map([...whole.placedInbounds].filter(([, one]) => one.goneAt > 0 || one.remoteId > 0))
    const { count, freed } = await takeOff(node, hands(road, picture), { ...picture, placedInbounds: sure })
    if (count > 0) noticed?.(node, coded('node.strangers', { count }))
    await note(node, marksOf(node, picture, suspects), freed)
    const hashes = new Map(seen.inbounds.map(({ tag, hash }) => [tag, hash]))
    return { epoch: seen.epoch, seq: seen.seq, hashes: new Map(tags.map((tag) => [tag, hashes.get(tag)])) }
  }
}

/** Clients of ours that the node showed, whether or not they should be on that inbound. */
function shownIds({ snapshot, clients, placedClients }: Picture): number[] {
  const ids = new Map<string, number>()
  for (const [id, placed] of placedClients)
    for (const { email } of identitiesOf(placed)) ids.set(emailKey(email), id)
  for (const [id, { client }] of clients) ids.set(emailKey(client.email), id)
  return [...snapshot.clients.keys()].flatMap((key) => ids.get(key) ?? [])
}

/** Its row id on the node is not known yet: the node says it when it is told once more. */
const isUnknown = ({ placedInbounds }: Picture, id: number): boolean => {
  const placed = placedInbounds.get(id)
  return placed !== undefined && placed.goneAt === 0 && placed.remoteId === 0
}

export type RoadCompare = ReturnType<typeof createRoadCompare>
