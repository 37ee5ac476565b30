import type { Adopted, AdoptionView } from '#contract/adoption-api.ts'
import type { Coded } from '#contract/coded.ts'
import type { FallbackInput } from '#contract/fallback.ts'
import { type AdoptionChoice, type AdoptionPlan, adoptionSteps, unmanagedOf } from '#domain/fleet/adoption.ts'
import { adoptedFallbacks, type NodeFallback, readNodeFallbacks } from '#domain/fleet/adoption-fallbacks.ts'
import { type NodeList, nodeListSteps } from '#domain/fleet/adoption-list.ts'
import { accepts, sentOf } from '#domain/fleet/inbound-plan.ts'
import { counted, noSums, type Sums } from '#domain/fleet/sums.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { untouchable } from '#domain/nodes/status.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { ClientRoom } from '../../clients/room.ts'
import { addAdopted, addAdoptedFallbacks } from '../../inbounds/adopt.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { createMint } from '../../platform/mint.ts'
import type { Base } from '../../settings/base-services.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Tx } from '../../store/open.ts'
import { readFallbacks } from '../adapters/three-x-ui.ts'
import { type NodeCalls, type NodeRow, toFields, wholeList } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import { findNode } from '../registry/service.ts'
import type { Desired } from '../sync/desired.ts'
import type { ManagedRows } from '../sync/managed.ts'
import type { UnmanagedClients } from '../sync/unmanaged.ts'
import type { Workers } from '../sync/workers.ts'
import type { Counters } from '../usage/counters.ts'
import { countedBefore } from './counted-before.ts'
import type { ReadLocalState } from './local-state.ts'
import { clientView, skippedOf, viewOf } from './view.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  call: NodeCalls
  heartbeat: Heartbeat
  workers: Pick<Workers, 'alone'>
  desired: Desired
  managedRows: ManagedRows
  counters: Counters
  unmanaged: UnmanagedClients
  localState: ReadLocalState
  clientRoom: Pick<ClientRoom, 'adopt'>
}

const listMs = 20_000
const mostNamed = 100
/** So many calls of a node at once. */
const width = 8

/** What runs on a node already becomes this panel's own, without a change on the node (ADR 100). */
export function createAdoption(deps: Deps) {
  const { db, commit, localState, managedRows } = deps
  const mint = () => createMint(deps.now())

  async function nodeOf(id: number): Promise<NodeRow> {
    const row = await findNode(db.read, id)
    if (!row.enable) throw new Refusal('adoption.node-disabled')
    const error = deps.heartbeat.beat(id)?.error
    if (error && untouchable.has(error.code)) throw Refusal.of(error)
    return row
  }

  async function listOf(row: NodeRow): Promise<NodeList> {
    const fields = toFields(row)
    const options = { timeoutMs: listMs, ...wholeList }
    const list = await inTurns(nodeListSteps(await deps.call(fields, 'GET', 'inbounds/list', options)))
    if (!list) throw new Refusal('node.not-a-panel', { host: row.address })
    return list
  }

  async function fallbacksOf(row: NodeRow, list: NodeList, { tags }: AdoptionChoice): Promise<NodeFallbacks> {
    const masters = [...list.inbounds.values()].filter(
      ({ remote }) => canHostFallbacks(remote) && (tags?.includes(remote.tag) ?? true),
    )
    const found = await mapLimited(masters, width, async ({ remote: { id, tag } }) => {
      const answer = await readFallbacks(deps.call, toFields(row), id)
      return [tag, readNodeFallbacks(answer, list)] as const
    })
    return new Map(found.filter(([, rows]) => rows.length > 0))
  }

  const keysOf = ({ snapshot }: NodeList): string[] => [...snapshot.clients.keys()]

  /** What the node counted for the client that is not counted here yet. */
  function bytesOf(decision: Coming, known: Known): Sums {
    if (decision.do === 'adopt') return decision.remote.sums ?? noSums
    if (known.managed.has(decision.id)) return { up: 0, down: 0 } // read with every report
    return counted(known.left.get(decision.id) ?? { up: 0, down: 0 }, decision.remote.sums ?? noSums).added
  }

  async function addClients(tx: Tx, row: NodeRow, work: Work, known: Known) {
    const { plan, ids } = work
    const coming = [...plan.clients].flatMap(([key, { decision }]) => {
      if (decision.do !== 'adopt' && decision.do !== 'attach') return []
      const attachments = decision.attachments.flatMap(({ remoteTag, flowOverride }) => {
        const inboundId = ids.get(remoteTag)
        return inboundId === undefined ? [] : [{ inboundId, flowOverride }]
      })
      const next = decision.do === 'adopt' ? decision.record : decision.next
      const { lastOnline = 0 } = decision.remote
      return [{ key, decision, write: { next, attachments, lastOnline, ...bytesOf(decision, known) } }]
    })
    const writes = coming.map(({ write }) => write)
    const added = await deps.clientRoom.adopt(tx, writes)
    const taken = coming.filter(({ key }) => added.ids.has(key))
    const intents = taken.flatMap(({ key, decision: { remote, granted } }) => {
      const clientId = added.ids.get(key) ?? 0
      const { email, subId, sums = noSums } = remote
      return known.managed.has(clientId) ? [] : [{ clientId, email, subId, granted, sums }]
    })
    await managedRows.recordClients(tx, row.id, intents)
    await countedBefore.drop(tx, row, new Set([...added.ids.values()].filter((one) => known.left.has(one))))
    const keys = taken.map(({ key }) => key)
    await deps.unmanaged.drop(tx, row.id, keys)
    return { ...added, taken }
  }

  /** The node has them as they are here: the worker finds nothing to do. */
  async function place(tx: Tx, node: number, { plan, list, ids }: Work): Promise<void> {
    const desired = await deps.desired.inbounds(tx, node)
    for (const [tag, decision] of plan.inbounds) {
      const inboundId = ids.get(tag)
      const remote = list.inbounds.get(tag)?.remote
      const want = desired.get(inboundId ?? 0)
      if (decision.do !== 'adopt' || inboundId === undefined || !remote || !want) continue
      const { up, down, id: remoteId } = remote
      const said = { sent: sentOf(want), accepted: accepts(want, remote) }
      await managedRows.adoptInbound(tx, node, { inboundId, tag, ...said, up, down, goneAt: 0, remoteId })
    }
  }

  /** Everything is planned again in the transaction that writes it. */
  async function write(
    tx: Tx,
    row: NodeRow,
    { list, fallbacks }: Listed,
    choice: AdoptionChoice,
    userId: number,
  ) {
    const seen = await localState(tx, row.id, keysOf(list))
    const plan = await inTurns(adoptionSteps(list, seen, mint(), choice, (planned) => planned))
    const ids = new Map<string, number>()
    const made: number[] = []
    for (const [tag, decision] of plan.inbounds) {
      if (decision.do === 'adopt') {
        const id = await addAdopted(tx, decision.inbound, userId)
        ids.set(tag, id)
        made.push(id)
      } else if (decision.ours !== undefined) ids.set(tag, decision.ours)
    }
    const rows = [...fallbacks].flatMap(([tag, own]): [number, FallbackInput[]][] => {
      const id = ids.get(tag)
      return id !== undefined && made.includes(id) ? [[id, adoptedFallbacks(tag, own, list, ids)]] : []
    })
    await addAdoptedFallbacks(tx, row.id, new Map(rows))
    const work = { plan, list, ids }
    await place(tx, row.id, work)
    const known = { managed: seen.managedClients, left: await countedBefore.of(tx, row) }
    const { refused, changes, taken } = await addClients(tx, row, work, known)
    const reasons = new Map<string, Coded>([...refused].map(([key, why]) => [key, codedOf(why)]))
    await deps.unmanaged.keep(tx, row.id, unmanagedOf(list, plan, new Set(refused.keys())))
    // What was read before would be taken for a counter that went back.
    deps.counters.forget(row.id)
    const adopted = taken.filter(({ decision }) => decision.do === 'adopt').length
    const result: Adopted = {
      inbounds: made.length,
      clients: adopted,
      attached: taken.length - adopted,
      skipped: skippedOf(plan, choice, reasons),
    }
    return {
      result,
      made,
      changes,
      tags: [...plan.inbounds.keys()].filter((tag) => made.includes(ids.get(tag) ?? 0)),
    }
  }

  return {
    async plan(id: number): Promise<AdoptionView> {
      const row = await nodeOf(id)
      const list = await listOf(row)
      const seen = await localState(db.read, id, keysOf(list))
      return viewOf(list, await inTurns(adoptionSteps(list, seen, mint(), {}, clientView)))
    },

    /** No round with the node runs meanwhile: counters that it read before would be older than the baseline. */
    async adopt(id: number, choice: AdoptionChoice, by: { userId: number; actor: Actor }): Promise<Adopted> {
      return deps.workers.alone(id, async () => {
        const there = await nodeOf(id)
        const list = await listOf(there)
        const listed = { list, fallbacks: await fallbacksOf(there, list, choice) }
        return commit(by.actor, async (tx) => {
          const row = await findNode(tx, id)
          const { result, made, changes, tags } = await write(tx, row, listed, choice, by.userId)
          const { inbounds, clients, attached } = result
          if (inbounds + clients + attached === 0) return { result }
          const isNew = ({ inboundIds }: ClientChange) => inboundIds.every((one) => made.includes(one))
          return {
            result,
            action: {
              action: 'node.adopt',
              objectKind: 'node',
              object: `${id} ${row.name}`,
              after: { inbounds: tags.slice(0, mostNamed), clients, attached },
            },
            // A new inbound is compared with all its clients; other changed clients are listed one by one.
            change: [
              {
                kind: 'inbounds-changed',
                ids: made,
                removed: [],
                clients: changes.filter((change) => change.formerEmail !== null || !isNew(change)),
              },
              // What this process knows of the node is read again.
              { kind: 'nodes-changed', ids: [id] },
            ],
          }
        })
      })
    },
  }
}

type NodeFallbacks = ReadonlyMap<string, readonly NodeFallback[]>

interface Listed {
  list: NodeList
  fallbacks: NodeFallbacks
}

interface Work {
  plan: AdoptionPlan
  list: NodeList
  /** Row ids here, by tag on the node. */
  ids: ReadonlyMap<string, number>
}

interface Known {
  /** Clients that this panel put on the node, by row id. */
  managed: ReadonlyMap<number, unknown>
  left: ReadonlyMap<number, Sums>
}

type Coming = Extract<
  AdoptionPlan['clients'] extends ReadonlyMap<string, { decision: infer V }> ? V : never,
  { do: 'adopt' | 'attach' }
>
