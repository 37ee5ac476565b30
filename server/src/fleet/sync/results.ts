import { emailKey } from '#domain/clients/field-rules.ts'
import { type Identity, identitiesOf, type ManagedClient } from '#domain/fleet/client-plan.ts'
import { sentSoFar } from '#domain/fleet/inbound-plan.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import { coded } from '#domain/refusal.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Tx } from '../../store/open.ts'
import type { Outcome } from '../adapters/adapter.ts'
import type { Counters } from '../usage/counters.ts'
import {
  appliedInbound,
  type ClientDiff,
  type DueChange,
  type InboundDiff,
  isClientChange,
  isInboundChange,
  isLeaving,
  notKept,
} from './diff.ts'
import type { Intent, ManagedRows } from './managed.ts'
import type { Pending, PendingKey } from './pending.ts'

interface Deps extends Pick<Base, 'commit' | 'now'> {
  pending: Pending
  managedRows: ManagedRows
  counters: Counters
}

export interface Result {
  key: PendingKey
  outcome: Outcome
  /** Recorded with the outcome, in its transaction. */
  record?: (tx: Tx) => Promise<void>
  /** Recorded also if the key was edited meanwhile: it is true of the node whatever is desired now. */
  always?: (tx: Tx) => Promise<void>
}

/** By what the node shows; undefined if it has to be called. */
export const shownOutcome = ({ diff }: DueChange, wasCalled: boolean): Outcome | undefined =>
  diff.kind === 'inbound' ? shownInbound(diff, wasCalled) : shownClient(diff, wasCalled)

function shownInbound(diff: InboundDiff, wasCalled: boolean): Outcome | undefined {
  const { step } = diff
  if (step.do === 'conflict') return { done: false, why: step.why }
  return wasCalled || step.do === 'nothing' ? appliedInbound(diff) : undefined
}

function shownClient(diff: ClientDiff, wasCalled: boolean): Outcome | undefined {
  const { plan, managed, remote } = diff
  if (plan.do === 'conflict') return { done: false, why: plan.why }
  if (plan.do === 'wait') return 'waits'
  const steps = plan.do === 'steps' ? plan.steps : undefined
  // A name that the list does not show was asked for by itself: its answer is the proof.
  if (plan.do === 'nothing' || (wasCalled && steps && Object.keys(steps).join() === 'check'))
    // Undefined: there already, and not recorded yet.
    return isLeaving(diff) || managed ? { done: true, ...(!remote && { gone: true }) } : undefined
  return wasCalled ? { done: false, why: notKept(plan) } : undefined
}

/** Nothing else was sent under its name: there is nothing to be recorded. */
const isJust = (managed: ManagedClient, { email, subId }: Identity): boolean =>
  managed.email === email && managed.subId === subId && managed.sent.length === 0

/** What is stored before a node is called, and after it answered. */
export function createResults({ commit, now, pending, managedRows, counters }: Deps) {
  /**
   * Stored before the calls: a crash in between leaves nothing on the node that the panel does not know, and loses no
   * bytes of clients that leave. Returns which changes are still current.
   */
  async function prepare(node: number, changes: readonly DueChange[], startingAtZero: readonly number[]) {
    const keys = changes.map(({ key }) => key)
    const clients = changes.filter(isClientChange)
    return commit.upkeep(async (tx) => {
      for (const id of startingAtZero) await counters.startAnew(tx, node, id)
      for (const { diff } of clients) if (isLeaving(diff)) await counters.last(tx, node, diff.id)
      const current = new Set(await pending.current(tx, keys))
      for (const { key, diff } of changes.filter(isInboundChange)) {
        const { id, desired, managed, remoteId } = diff
        if (!current.has(key)) continue
        if (desired) await managedRows.recordInbound(tx, node, id, desired.tag, sentSoFar(managed, desired))
        else if (managed?.goneAt === 0) await managedRows.confirmInbound(tx, node, id, { remoteId })
      }
      const fresh = clients.filter(({ key }) => current.has(key)).map(({ diff }) => diff)
      const intents = fresh.flatMap(intentOf)
      const recorded = await managedRows.recordClients(tx, node, intents)
      await managedRows.send(tx, node, fresh)
      const blocked = new Set(intents.map((intent) => intent.clientId).filter((id) => !recorded.has(id)))
      return ({ key }: DueChange) => current.has(key) && !(key.kind === 'client' && blocked.has(key.key))
    })
  }

  function inboundResult(
    node: number,
    { key, diff }: DueChange<InboundDiff>,
    outcome: Extract<Outcome, object>,
  ): Result {
    const { id, desired, managed } = diff
    if (!outcome.done) {
      const isForeign = outcome.why.code === 'fleet.inbound-foreign' && !managed
      const forget = (tx: Tx) => managedRows.forgetInbound(tx, node, id)
      return { key, outcome, ...(isForeign && { record: forget }) }
    }
    if (!desired) return { key, outcome, record: (tx) => managedRows.inboundGone(tx, node, id, now()) }
    const { accepted, id: remoteId = 0 } = outcome
    const record = async (tx: Tx) => {
      const shown = { tag: desired.tag, remoteId, ...(accepted && { accepted }) }
      await managedRows.confirmInbound(tx, node, id, shown)
      await pending.retryAll(tx, node) // its clients may have waited for it
    }
    return { key, outcome, record }
  }

  /**
   * The node did not have the client, and makes it now: it was taken off and desired again during a call, or the node
   * lost it. Its counter begins at zero, so the one before it must not be compared with it.
   */
  const startsAnew = (node: number, { id, managed }: ClientDiff, sums: Sums) =>
    managed && managed.up + managed.down > 0 && sums.up + sums.down === 0
      ? (tx: Tx) => counters.startAnew(tx, node, id)
      : undefined

  function clientResult(
    node: number,
    { key, diff }: DueChange<ClientDiff>,
    outcome: Extract<Outcome, object>,
  ): Result {
    const { id, desired, managed } = diff
    if (!outcome.done) return { key, outcome }
    const { up, down, gone } = outcome
    // Only some panels say what they had counted before.
    const sums = up === undefined || down === undefined ? undefined : { up, down }
    const hasSums = sums !== undefined && sums.up + sums.down > 0
    if (desired && desired.on.length > 0) {
      const { email, subId } = desired.client
      const isKnown = !managed || isJust(managed, { email, subId })
      const always = sums && startsAnew(node, diff, sums)
      const record = async (tx: Tx) => {
        if (!managed && hasSums) await managedRows.startFrom(tx, node, id, sums)
        if (!isKnown) await managedRows.confirmClient(tx, node, id, { email, subId })
      }
      const isPlain = isKnown && (managed || !hasSums)
      return { key, outcome, ...(!isPlain && { record }), ...(always && { always }) }
    }
    const names = identitiesOf(managed).map((name) => emailKey(name.email))
    if (hasSums) counters.takeClients(node, new Map(names.map((name) => [name, sums])))
    const record = async (tx: Tx) => {
      await counters.last(tx, node, id)
      await managedRows.dropClient(tx, node, id, gone === true)
    }
    return { key, outcome, record }
  }

  /** `isLast`: what waits by now is refused until its next try. */
  async function store(results: readonly Result[], isLast: boolean): Promise<boolean> {
    const known = results.filter(({ outcome }) => outcome !== 'called' && (outcome !== 'waits' || isLast))
    if (known.length === 0) return false
    const isDone = ({ outcome }: Result) => typeof outcome === 'object' && outcome.done
    const isPlain = (result: Result) => isDone(result) && !result.record && !result.always
    await commit.upkeep(async (tx) => {
      const plain = known.filter(isPlain).map(({ key }) => key)
      await pending.doneMany(tx, plain)
      for (const result of known) {
        if (isPlain(result)) continue
        const { key, outcome, record, always } = result
        await always?.(tx)
        if (isDone(result)) {
          if (await pending.done(tx, key)) await record?.(tx)
        } else {
          const why = typeof outcome === 'object' && 'why' in outcome ? outcome.why : undefined
          await pending.failed(tx, key, why ?? coded('fleet.inbound-not-there'))
          await record?.(tx)
        }
      }
    })
    return true
  }

  return {
    prepare,
    store,
    of(node: number, change: DueChange, outcome: Outcome): Result {
      if (typeof outcome === 'string') return { key: change.key, outcome }
      return isInboundChange(change)
        ? inboundResult(node, change, outcome)
        : clientResult(node, change as DueChange<ClientDiff>, outcome) // one of the two kinds
    },
  }
}

export type Results = ReturnType<typeof createResults>

/** A client that is or will be on the node, and is not recorded yet. */
function intentOf({ id, desired, managed, granted, remote }: ClientDiff): Intent[] {
  if (!desired || managed || desired.on.length === 0) return []
  const { email, subId } = desired.client
  return [{ clientId: id, email, subId, granted, sums: remote?.sums ?? { up: 0, down: 0 } }]
}
