import type { FleetApply, FleetKey, FleetSeen } from '#contract/fleet-api.ts'
import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { expectedEntry, identitiesOf } from '#domain/fleet/client-plan.ts'
import { bucketCount, bucketOf, bucketTexts, entryHash, nothingHeld, toggle } from '#domain/fleet/held.ts'
import { sentSoFar } from '#domain/fleet/inbound-plan.ts'
import type { RemoteClient, RemoteEntry, Snapshot } from '#domain/fleet/snapshot.ts'
import { createTurns } from '../../platform/db/serial.ts'
import { createLine, type Line } from '../../platform/egress/hop.ts'
import { type NodeCalls, type NodeRow, toFields } from '../registry/calls.ts'
import {
  type ClientDiff,
  confirmedTags,
  type DueChange,
  desiredClient,
  type InboundDiff,
  type NodeState,
} from '../sync/diff.ts'
import {
  type Adapter,
  expectApplied,
  type Hashes,
  hashesDiffer,
  type Inspected,
  type Outcome,
  type Session,
} from './adapter.ts'
import type { ReadReport } from './reports.ts'
import { createSluiceCalls, type SluiceCalls } from './sluice-calls.ts'

/** Pages of one report. */
const mostPages = 100

/** One edit is often followed by another: a connection is kept this long after a round. */
const keptMs = 20_000

interface Kept {
  line: Line
  /** What the connection was made for: another address or trust needs another one. */
  to: string
  timer?: NodeJS.Timeout
}

function createLines() {
  const lines = new Map<number, Kept>()
  return {
    take({ id }: NodeRow, to: string): Line {
      const known = lines.get(id)
      clearTimeout(known?.timer)
      if (known?.to === to) return known.line
      known?.line.close()
      const line = createLine()
      lines.set(id, { line, to })
      return line
    },
    giveBack({ id }: NodeRow): void {
      const known = lines.get(id)
      if (!known) return
      known.timer = setTimeout(() => {
        known.line.close()
        if (lines.get(id) === known) lines.delete(id)
      }, keptMs).unref()
    },
  }
}

function inboundKey({ managed, desired }: InboundDiff): FleetKey {
  const known = managed && {
    tag: managed.tag,
    accepted: managed.accepted,
    goneAt: managed.goneAt,
    remoteId: managed.remoteId,
    // As it was stored for this call.
    sent: desired ? sentSoFar(managed, desired) : managed.sent,
  }
  return { kind: 'inbound', placed: known ?? null, be: desired ?? null }
}

function clientKey({ managed, desired }: ClientDiff): FleetKey {
  // The name that it has there, and the last ones that it was sent under: a call takes a hundred.
  const [first, ...sent] = identitiesOf(managed).map(({ email, subId }) => ({ email, subId }))
  const names = first ? [first, ...sent.slice(-99)] : []
  const isHere = desired && desired.on.length > 0
  return {
    kind: 'client',
    names,
    be: isHere
      ? {
          client: { deviceSecrets: '', ...desired.client },
          on: desired.on.map(({ inbound, flowOverride }) => ({ tag: inbound.tag, flowOverride })),
        }
      : null,
  }
}

const keyOf = ({ diff }: DueChange): FleetKey =>
  diff.kind === 'inbound' ? inboundKey(diff) : clientKey(diff)

/** The keys that detach or delete clients that this panel does not manage. */
function takeOffKeys(
  { name = '', detach = [], remove = [] }: Parameters<Adapter['takeOff']>[0],
  { snapshot }: NodeState,
): FleetKey[] {
  const gone = new Set(detach)
  const on = [...snapshot.inbounds.values()].filter(({ id }) => gone.has(id)).map(({ tag }) => tag)
  const keys: FleetKey[] = remove.map((email) => {
    const { subId = '' } = snapshot.clients.get(emailKey(email)) ?? {}
    return { kind: 'client', names: [{ email, subId }], be: null }
  })
  return on.length > 0 ? [...keys, { kind: 'stranger', email: name, on }] : keys
}

/**
 * A panel of our own kind: it gets the desired state of what changed, in one call, and applies it by itself. If nothing
 * is due and nothing drifted, a round makes no call.
 */
export function createSluice({ call, readReport }: { call: NodeCalls; readReport: ReadReport }) {
  const lines = createLines()
  /** Large calls are written one after the other, with other work in between. */
  const inTurn = createTurns()

  return function open(row: NodeRow, session: Session, signal: AbortSignal, isListening: boolean): Adapter {
    const fields = toFields(row)
    const line = lines.take(row, JSON.stringify(fields))
    const calls = createSluiceCalls(call, fields, signal, line)
    let driftedBefore = false

    async function apply(body: FleetApply): Promise<Outcome[]> {
      const { calling } = await inTurn(async () => ({ calling: calls.apply(body) }))
      const applied = await calling
      driftedBefore = expectApplied(session, applied) || driftedBefore
      return applied.keys
    }

    return {
      knowsSpeeds: true,
      ownTags: (state) => new Set(confirmedTags(state)),
      async begin() {
        for (let page = 0; !isListening && page < mostPages; page++) {
          const report = await calls.report(session.cursor, 0)
          await readReport(row.id, session, report)
          if (!report.more) break
        }
      },
      snapshot: async () => undefined,
      startsAtZero: async () => [],
      async apply(changes, state) {
        const outcomes = await apply({ ours: confirmedTags(state), keys: changes.map(keyOf) })
        return changes.map(({ diff }, n): Outcome => {
          const outcome = outcomes[n] ?? 'waits'
          const isClient = typeof outcome === 'object' && outcome.done && diff.kind === 'client'
          return isClient ? { up: 0, down: 0, ...outcome } : outcome
        })
      },
      async inspect(state) {
        const { hashes, ...inspected } = await inspectSluice(calls, state)
        session.expected = hashes
        driftedBefore = false
        return inspected
      },
      async takeOff(steps, state) {
        await apply({ ours: confirmedTags(state), keys: takeOffKeys(steps, state) })
      },
      hasDrifted: (synced) => (synced ? driftedBefore : hashesDiffer(session)),
      async close(synced) {
        if (!synced) line.close()
        lines.giveBack(row)
      },
    }
  }
}

export type Sluice = ReturnType<typeof createSluice>

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
