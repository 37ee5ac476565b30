import { hashOf } from '#domain/content-version.ts'
import { type ClientSteps, identitiesOf } from '#domain/fleet/client-plan.ts'
import type { DesiredInbound } from '#domain/fleet/inbound-plan.ts'
import { type Snapshot, snapshotSteps } from '#domain/fleet/snapshot.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { type NodeCalls, type NodeRow, NodeSaidNo, toFields, wholeList } from '../registry/calls.ts'
import {
  type ClientDiff,
  clientName,
  type DueChange,
  type InboundDiff,
  isClientChange,
  isInboundChange,
  managedTags,
  type NodeState,
  tagName,
} from '../sync/diff.ts'
import type { Counters } from '../usage/counters.ts'
import type { Adapter, Operations, Outcome, Seen, Session } from './adapter.ts'

interface Found {
  client?: { subId?: unknown }
  usedTraffic?: unknown
}

const listMs = 20_000
const onlineMaxBytes = 16 * 1024 * 1024
/** Calls to one node at a time. */
const width = 4

/** The answer of both panels when there is nothing to delete. */
const notFound = (error: unknown): boolean => error instanceof NodeSaidNo && /not found/i.test(error.said)

/** Older panels detach every client if the list is absent: what the node has is sent back. */
function inboundForm(desired: DesiredInbound, clients: readonly unknown[]): URLSearchParams {
  return new URLSearchParams({
    remark: desired.remark,
    enable: String(desired.enable),
    listen: desired.listen,
    port: String(desired.port),
    protocol: desired.protocol,
    tag: desired.tag,
    total: '0',
    expiryTime: '0',
    trafficReset: 'never',
    settings: JSON.stringify({ ...desired.settings, clients }),
    streamSettings: JSON.stringify(desired.streamSettings),
    sniffing: JSON.stringify(desired.sniffing),
  })
}

/** The fallback rows of an inbound of the node; none where the panel is older than they are. */
export async function readFallbacks(
  call: NodeCalls,
  node: NodeFields,
  id: number,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return await call(node, 'GET', `inbounds/${id}/fallbacks`, signal ? { signal } : {})
  } catch (error) {
    const isUnknown = error instanceof Refusal && ['node.no-panel-there', 'node.refused'].includes(error.code)
    if (!isUnknown) throw error
    return []
  }
}

/** The calls that a 3x-ui understands, and so do our own panels. */
export function createThreeXUiCalls(call: NodeCalls, node: NodeFields, signal: AbortSignal) {
  const post = (path: string, body?: object) => call(node, 'POST', path, { signal, ...(body && { body }) })
  const named = (path: string, email: string) => path.replace('*', encodeURIComponent(email))

  /** A name that the list does not show may belong to a client of the node's own: then this is undefined. */
  async function ours(email: string, subIds: readonly string[] = []): Promise<Found | undefined> {
    try {
      const found = (await call(node, 'GET', named('clients/get/*', email), { signal })) as Found | null
      return subIds.some((subId) => subId === found?.client?.subId) ? (found ?? undefined) : undefined
    } catch (error) {
      if (notFound(error)) return undefined
      throw error
    }
  }

  /** Rows that an inbound had before it was adopted would count instead of what was sent. */
  async function dropFallbacks(id: number): Promise<void> {
    const rows = await readFallbacks(call, node, id, signal)
    if (Array.isArray(rows) && rows.length > 0) await post(`inbounds/${id}/fallbacks`, { fallbacks: [] })
  }

  async function remove(path: string): Promise<void> {
    await post(path).catch((error: unknown) => {
      if (!notFound(error)) throw error
    })
  }
  const removeClient = (email: string) => remove(named('clients/del/*', email))

  const operations: Operations = {
    async inbound(step, desired, snapshot) {
      if (step.do === 'delete') await remove(`inbounds/del/${step.id}`)
      if (!desired) return
      if (step.do === 'add') await post('inbounds/add', inboundForm(desired, []))
      if (step.do !== 'update') return
      const has = [...snapshot.inbounds.values()].find(({ id }) => id === step.id)
      await post(`inbounds/update/${step.id}`, inboundForm(desired, has?.entries ?? []))
      if (canHostFallbacks(desired)) await dropFallbacks(step.id)
    },

    async client({ name = '', remove: gone = [], check = [], add, attach, detach, update }, subIds) {
      for (const email of gone) await removeClient(email)
      for (const email of check) if (await ours(email, subIds)) await removeClient(email)
      if (add) {
        await post('clients/add', { client: add.body, inboundIds: add.inboundIds })
        // Older panels enable whatever is added.
        if (add.body.enable === false) await post(named('clients/update/*', String(add.body.email)), add.body)
      }
      if (attach) await post(named('clients/*/attach', name), { inboundIds: attach })
      if (detach) await post(named('clients/*/detach', name), { inboundIds: detach })
      if (update) await post(named('clients/update/*', name), update.body)
    },
  }

  return {
    ...operations,
    async snapshot(): Promise<Snapshot> {
      const options = { signal, timeoutMs: listMs, ...wholeList }
      const snapshot = await inTurns(snapshotSteps(await call(node, 'GET', 'inbounds/list', options)))
      if (!snapshot) throw new Refusal('node.not-a-panel', { host: node.address })
      return snapshot
    },
    async online(): Promise<string[]> {
      const answer = await call(node, 'POST', 'clients/onlines', { signal, maxBytes: onlineMaxBytes })
      return Array.isArray(answer) ? answer.filter((email) => typeof email === 'string') : []
    },
    /** Bytes that the node still counts for a client of ours that its list does not show, as it is on no inbound. */
    async kept(email: string, subIds: readonly string[]): Promise<number> {
      const used = (await ours(email, subIds))?.usedTraffic
      // Panels that do not say it delete the counter with the last inbound of a client.
      return typeof used === 'number' ? used : 0
    },
  }
}

type Calls = ReturnType<typeof createThreeXUiCalls>

/** Only a refusal of the node itself is about the change; everything else is about the node and ends the round. */
async function called(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return 'called'
  } catch (error) {
    if (!(error instanceof NodeSaidNo)) throw error
    return { done: false, why: codedOf(error) }
  }
}

/** New inbounds come before their clients, and clients leave before their inbound does. */
async function applyInOrder(calls: Calls, changes: readonly DueChange[], { snapshot }: NodeState) {
  const outcomes = new Map<DueChange, Outcome>()
  const isDeletion = ({ diff }: DueChange<InboundDiff>) => diff.step.do === 'delete'
  const isRemoval = ({ diff: { plan } }: DueChange<ClientDiff>) =>
    plan.do === 'steps' && (plan.steps.remove ?? plan.steps.check) !== undefined
  const inbounds = async (some: readonly DueChange<InboundDiff>[]) => {
    for (const one of some)
      outcomes.set(one, await called(() => calls.inbound(one.diff.step, one.diff.desired, snapshot)))
  }
  const clients = (some: readonly DueChange<ClientDiff>[]) =>
    mapLimited(some, width, async (one) => {
      const { plan, managed } = one.diff
      const subIds = identitiesOf(managed).map(({ subId }) => subId)
      const work = async () => (plan.do === 'steps' ? calls.client(plan.steps, subIds) : undefined)
      outcomes.set(one, await called(work))
    })
  const [all, some] = [changes.filter(isInboundChange), changes.filter(isClientChange)]
  await inbounds(all.filter((one) => !isDeletion(one)))
  await clients(some.filter(isRemoval))
  await clients(some.filter((one) => !isRemoval(one)))
  await inbounds(all.filter(isDeletion))
  return changes.map((change): Outcome => outcomes.get(change) ?? 'waits')
}

/**
 * Clients whose counter begins at zero when they are added. The list has no clients without an inbound: one that lost
 * its last inbound may still exist with its counter, and adding it only attaches it.
 */
async function startingAtZero(calls: Calls, clients: readonly DueChange<ClientDiff>[]): Promise<number[]> {
  const added = clients.filter(
    ({ diff: { plan, managed } }) => managed && plan.do === 'steps' && plan.steps.add !== undefined,
  )
  const ids = await mapLimited(added, width, async ({ diff: { id, desired, managed } }) => {
    const known = [...(desired ? [desired.client] : []), ...identitiesOf(managed)]
    const subIds = known.map(({ subId }) => subId)
    try {
      return (await calls.kept(known[0]?.email ?? '', subIds)) === 0 ? [id] : []
    } catch (error) {
      if (error instanceof NodeSaidNo) return [] // a counter that begins anew is noticed, as it goes back
      throw error
    }
  })
  return ids.flat()
}

/** What of ours the node has; also tags that are gone, which a late call may bring back. */
function seenIn(state: NodeState): Seen {
  const seen = new Map<string, string>()
  const ours = managedTags(state)
  const gone = [...state.managedInbounds.values()].filter(({ goneAt }) => goneAt > 0).map(({ tag }) => tag)
  for (const tag of [...ours, ...gone]) {
    const inbound = state.snapshot.inbounds.get(tag)
    if (!inbound) continue
    const { up: _, down: __, entries: ___, isCountable: ____, ...config } = inbound
    seen.set(tagName(tag), hashOf(JSON.stringify(config)))
  }
  for (const { email, on } of state.snapshot.clients.values()) {
    const entries = [...on].filter(([tag]) => ours.has(tag))
    if (entries.length > 0) seen.set(clientName(email), hashOf(JSON.stringify(entries)))
  }
  return seen
}

/** Something changed that the panel has not just made so: by the node itself, or by a call that was given up. */
export function hasDrifted(before: Seen, now: Seen, settled: ReadonlySet<string>): boolean {
  for (const [name, hash] of now) if (before.get(name) !== hash && !settled.has(name)) return true
  for (const name of before.keys()) if (!now.has(name) && !settled.has(name)) return true
  return false
}

function onlineIn(state: NodeState, emails: readonly string[]): string[] {
  const ours = managedTags(state)
  const known = new Set(
    [...state.snapshot.clients.values()]
      .filter(({ on }) => [...on.keys()].some((tag) => ours.has(tag)))
      .map(({ email }) => email),
  )
  return emails.filter((email) => known.has(email))
}

/** A panel that understands the calls of 3x-ui: it is read as a whole list, and each change is a call of its own. */
export function createThreeXUi({ call, counters }: { call: NodeCalls; counters: Counters }) {
  return function open(row: NodeRow, session: Session, signal: AbortSignal): Adapter {
    const calls = createThreeXUiCalls(call, toFields(row), signal)
    return {
      knowsSpeeds: false,
      ownTags: managedTags,
      async begin() {},
      async snapshot() {
        const snapshot = await calls.snapshot()
        counters.take(row.id, snapshot)
        return snapshot
      },
      startsAtZero: (clients) => startingAtZero(calls, clients),
      apply: (changes, state) => applyInOrder(calls, changes, state),
      inspect: async () => ({ snapshot: await calls.snapshot() }),
      takeOff: (steps: ClientSteps) => calls.client(steps),
      hasDrifted: (synced) =>
        synced?.state !== undefined &&
        session.seen !== undefined &&
        hasDrifted(session.seen, seenIn(synced.state), synced.settled),
      async close(synced) {
        if (!synced?.state) return
        const isEmpty = managedTags(synced.state).size === 0
        session.online = new Set(isEmpty ? [] : onlineIn(synced.state, await calls.online()))
        session.seen = seenIn(synced.state)
      },
    }
  }
}

export type ThreeXUi = ReturnType<typeof createThreeXUi>
