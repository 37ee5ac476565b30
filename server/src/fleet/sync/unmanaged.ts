import { emailKey } from '#domain/clients/field-rules.ts'
import { identitiesOf } from '#domain/fleet/client-plan.ts'
import type { RemoteClient } from '#domain/fleet/snapshot.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'
import type { Adapter } from '../adapters/adapter.ts'
import { NodeSaidNo } from '../registry/calls.ts'
import type { NodeState } from './diff.ts'
import type { ManagedRows } from './managed.ts'

interface UnmanagedClient extends RemoteClient {
  /** The clients of this panel that have its name. */
  sameName: number[]
  /** Row ids on the node of our inbounds that it is on. */
  detach: number[]
  isOnlyHere: boolean
}

function unmanagedIn(state: NodeState, ours: ReadonlySet<string>): UnmanagedClient[] {
  const known = new Map<string, { subIds: Set<string>; ids: Set<number> }>()
  const note = (id: number, { email, subId }: { email: string; subId: string }) => {
    const entry = known.get(emailKey(email)) ?? { subIds: new Set(), ids: new Set() }
    entry.subIds.add(subId)
    entry.ids.add(id)
    known.set(emailKey(email), entry)
  }
  for (const [id, managed] of state.managedClients) for (const one of identitiesOf(managed)) note(id, one)
  for (const [id, { client }] of state.desiredClients) note(id, client)
  return [...state.snapshot.clients].flatMap(([key, remote]): UnmanagedClient[] => {
    const mine = [...remote.on.keys()].filter((tag) => ours.has(tag))
    const detach = mine.flatMap((tag) => state.snapshot.inbounds.get(tag)?.id ?? [])
    const same = known.get(key)
    if (detach.length === 0 || same?.subIds.has(remote.subId)) return []
    return [
      { ...remote, sameName: [...(same?.ids ?? [])], detach, isOnlyHere: mine.length === remote.on.size },
    ]
  })
}

/**
 * Clients on our inbounds that this panel did not put there: a late call, a backup of the node or its operator did.
 * They are detached from our inbounds and stay on the node. One that this panel created, and whose name belongs to
 * another client by now, is deleted, because a node has one client of a name. `node_guests` has the clients that were
 * there when an inbound was adopted and were not adopted themselves: they stay attached.
 */
export function createUnmanagedClients({ db, managedRows }: { db: Db; managedRows: ManagedRows }) {
  const sets = setsFor(db.engine)

  async function keptOn(source: Reader | Tx, node: number): Promise<ReadonlySet<string>> {
    const rows = await source
      .selectFrom('node_guests')
      .select('email_key')
      .where('node_id', '=', node)
      .execute()
    return new Set(rows.map(({ email_key }) => email_key))
  }

  const drop = async (tx: Tx, node: number, keys: readonly string[]): Promise<void> => {
    for (const part of chunked(keys))
      await tx
        .deleteFrom('node_guests')
        .where('node_id', '=', node)
        .where(sets.among('email_key', part))
        .execute()
  }

  return {
    /** Returns how many there were, and the clients whose names are free now. */
    async takeOff(node: number, adapter: Adapter, state: NodeState) {
      const kept = await keptOn(db.read, node)
      const clients = unmanagedIn(state, adapter.ownTags(state)).filter(
        ({ email }) => !kept.has(emailKey(email)),
      )
      const former = clients.some(({ sameName }) => sameName.length > 0)
        ? await managedRows.former(db.read, node)
        : new Set<string>()
      const freed: number[] = []
      for (const { email, subId, sameName, detach, isOnlyHere } of clients) {
        const wasOurs = sameName.length > 0 && isOnlyHere && former.has(`${emailKey(email)} ${subId}`)
        const steps = wasOurs ? { remove: [email] } : { name: email, detach }
        await adapter.takeOff(steps, state).catch((error: unknown) => {
          if (!(error instanceof NodeSaidNo)) throw error
        })
        freed.push(...sameName)
      }
      return { count: clients.length, freed }
    },
    drop,
    /** By email key: these stay on our inbounds. */
    async keep(tx: Tx, node: number, keys: readonly string[]): Promise<void> {
      await drop(tx, node, keys)
      const rows = keys.map((email_key) => ({ node_id: node, email_key }))
      await sets.insert(tx, 'node_guests', rows, { node_id: 'int', email_key: 'text' })
    },
    async forgetNode(tx: Tx, node: number): Promise<void> {
      await tx.deleteFrom('node_guests').where('node_id', '=', node).execute()
    },
  }
}

export type UnmanagedClients = ReturnType<typeof createUnmanagedClients>
