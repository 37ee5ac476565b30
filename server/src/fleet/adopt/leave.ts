import { type Leaving, leaveChoices } from '#contract/adoption-api.ts'
import type { Coded } from '#contract/coded.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import type { InboundEdits } from '../../inbounds/edits.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Outcome, Told } from '../../store/changes/commit.ts'
import type { Tx } from '../../store/open.ts'
import { toFields } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import { findNode, type NodeService } from '../registry/service.ts'
import type { ManagedRows } from '../sync/managed.ts'
import type { Pending } from '../sync/pending.ts'
import { readBehind } from '../sync/pending-view.ts'
import type { UnmanagedClients } from '../sync/unmanaged.ts'
import type { Workers } from '../sync/workers.ts'
import { countedBefore } from './counted-before.ts'
import type { JoinTokens } from './join-token.ts'

interface Deps extends Pick<Base, 'commit' | 'db'> {
  joinTokens: Pick<JoinTokens, 'end'>
  heartbeat: Heartbeat
  workers: Pick<Workers, 'alone' | 'wake' | 'error'>
  pending: Pending
  managedRows: ManagedRows
  unmanaged: UnmanagedClients
  service: Pick<NodeService, 'probe'>
  edits: Pick<InboundEdits, 'removeFrom'>
}

/** Each round does what the one before left; more would only repeat a refusal. */
const rounds = 3

export function leavingOf(given: string | undefined): Leaving | undefined {
  if (given === undefined || given === '') return undefined
  const choice = leaveChoices.find((one) => one === given)
  if (!choice) throw new Refusal('leave.unknown', {}, 'leave')
  return choice
}

const list = <T>(one: T | readonly T[] | undefined): T[] =>
  one === undefined ? [] : Array.isArray(one) ? [...one] : [one as T] // isArray does not narrow a readonly array

/** Removes a node. Its inbounds and clients stay on it, or are deleted there first. */
export function createLeaving(deps: Deps) {
  const { db, commit, workers } = deps

  async function refuseInbounds(tx: Tx, id: number): Promise<void> {
    const { n } = await tx
      .selectFrom('inbounds')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('node_id', '=', id)
      .executeTakeFirstOrThrow()
    if (Number(n) > 0) throw new Refusal('node.has-inbounds', { count: Number(n) }, 'id')
  }

  async function forget(tx: Tx, id: number, told: Told): Promise<Outcome<null>> {
    const row = await findNode(tx, id)
    await tx.deleteFrom('nodes').where('id', '=', id).execute()
    const action = {
      action: 'node.del' as const,
      objectKind: 'node',
      object: `${id} ${row.name}`,
      before: toFields(row),
    }
    return {
      result: null,
      action: [...list(told.action), action],
      change: [...list(told.change), { kind: 'nodes-changed', ids: [id] }],
      committed: () => deps.heartbeat.changed([id]),
    }
  }

  /** `isKept`: the inbounds go with the node; otherwise there must be none. */
  const del = (id: number, actor: Actor, isKept: boolean): Promise<null> =>
    workers.alone(id, () =>
      commit(actor, async (tx) => {
        const row = await findNode(tx, id)
        if (!isKept) await refuseInbounds(tx, id)
        await countedBefore.note(tx, row)
        // Before the inbounds are deleted: nothing is noted that would have to be removed from the node.
        await deps.pending.forgetNode(tx, id)
        await deps.managedRows.forgetNode(tx, id)
        await deps.unmanaged.forgetNode(tx, id)
        return forget(tx, id, isKept ? await deps.edits.removeFrom(tx, id) : {})
      }),
    )

  async function refuseAway(id: number): Promise<void> {
    const row = await findNode(db.read, id)
    if (!row.enable) throw new Refusal('leave.away', { reason: coded('leave.disabled') })
    const { status, errorCoded } = await deps.service.probe(id)
    if (status === 'offline')
      throw new Refusal('leave.away', { reason: errorCoded ?? coded('leave.no-answer') })
  }

  async function remaining(id: number): Promise<{ count: number; why: Coded | undefined }> {
    const late = (await readBehind(db)).get(id)
    return { count: late?.behind ?? 0, why: late?.why ?? workers.error(id) }
  }

  /** The worker removes them, as it does when an inbound is deleted. */
  async function removeThere(id: number, actor: Actor): Promise<void> {
    await refuseAway(id)
    await commit(actor, async (tx) => {
      await findNode(tx, id)
      return { result: null, ...(await deps.edits.removeFrom(tx, id)) }
    })
    for (let n = 1; n <= rounds && (await remaining(id)).count > 0; n++) {
      await commit.upkeep((tx) => deps.pending.retryAll(tx, id))
      await workers.wake(id)
    }
    const { count, why } = await remaining(id)
    if (count > 0) throw new Refusal('leave.unfinished', { count, reason: why ?? coded('leave.no-answer') })
  }

  return async function leave(id: number, choice: Leaving | undefined, actor: Actor): Promise<null> {
    const row = await findNode(db.read, id)
    if (choice === 'remove') await removeThere(id, actor)
    await del(id, actor, choice === 'keep')
    await deps.joinTokens.end(row)
    return null
  }
}

export type Leave = ReturnType<typeof createLeaving>
