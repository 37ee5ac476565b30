import { sql, type Updateable } from 'kysely'
import type { Identity, ManagedClient } from '#domain/fleet/client-plan.ts'
import type { ManagedInbound } from '#domain/fleet/inbound-plan.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import type { Schema } from '../../store/schema.ts'
import { chunked, readInChunks, setsFor } from '../../store/sets.ts'
import { createGoneRows } from './gone.ts'

export type ManagedInboundRow = ManagedInbound & Sums & { inboundId: number }
/** `goneAt`: when it was taken off the node; 0 while it should be there. */
export type ManagedClientRow = ManagedClient & Sums & { clientId: number; granted: number; goneAt: number }

type ShownInbound = Pick<ManagedInbound, 'remoteId'> & Partial<Pick<ManagedInbound, 'tag' | 'accepted'>>

interface Sending {
  id: number
  granted: number
  desired: { client: Identity } | undefined
  managed: ManagedClientRow | undefined
}

/** A client that is about to be added to a node, or to get another limit there. */
export interface Intent {
  clientId: number
  email: string
  subId: string
  granted: number
  /** Counters that the node had for this name already: they are not counted. */
  sums: Sums
}

const columns = {
  node_id: 'int',
  email: 'text',
  client_id: 'int',
  sub_id: 'text',
  granted: 'int',
  up: 'int',
  down: 'int',
} as const

/** Inbounds and clients on nodes that this panel manages. A row is written before the call, so that none is ever unknown. */
export function createManagedRows(db: Pick<Db, 'engine'>, now: () => number = Date.now) {
  const sets = setsFor(db.engine)
  const { among } = sets
  const gone = createGoneRows(db, now)

  const inboundRow = (tx: Tx, node: number, id: number, set: Updateable<Schema['node_inbounds']>) =>
    tx
      .updateTable('node_inbounds')
      .set(set)
      .where('node_id', '=', node)
      .where('inbound_id', '=', id)
      .execute()

  const clientRow = (tx: Tx, node: number, id: number, set: Updateable<Schema['node_client_traffics']>) =>
    tx
      .updateTable('node_client_traffics')
      .set(set)
      .where('node_id', '=', node)
      .where('client_id', '=', id)
      .execute()

  return {
    async inbounds(source: Reader | Tx, node: number): Promise<Map<number, ManagedInboundRow>> {
      const rows = await source.selectFrom('node_inbounds').selectAll().where('node_id', '=', node).execute()
      return new Map(
        rows.map(({ inbound_id: inboundId, gone_at: goneAt, remote_id: remoteId, ...row }) => [
          inboundId,
          { ...row, inboundId, goneAt, remoteId },
        ]),
      )
    },
    async clients(
      source: Reader | Tx,
      node: number,
      ids?: readonly number[],
    ): Promise<Map<number, ManagedClientRow>> {
      const query = source
        .selectFrom('node_client_traffics')
        .selectAll()
        .where('node_id', '=', node)
        .where('client_id', '>', 0)
      const found = new Map<number, ManagedClientRow>()
      for (const part of ids ? chunked(ids) : [undefined]) {
        const rows = await (part ? query.where(among('client_id', part)) : query).execute()
        for (const { client_id, email, sub_id, sent, granted, up, down, gone_at } of rows)
          found.set(client_id, {
            clientId: client_id,
            email,
            subId: sub_id,
            sent: sent === '' ? [] : (JSON.parse(sent) as Identity[]), // written below
            granted,
            up,
            down,
            goneAt: gone_at,
          })
      }
      return found
    },

    /** Until the node has a new tag, it has the old one. */
    async recordInbound(tx: Tx, node: number, inboundId: number, tag: string, sent: string): Promise<void> {
      await tx
        .insertInto('node_inbounds')
        .values({ node_id: node, inbound_id: inboundId, tag, sent })
        .onConflict((c) => c.columns(['node_id', 'inbound_id']).doUpdateSet({ sent }))
        .execute()
    },
    /** It is there already, as the node's own until now: what was counted so far is in its counters here. */
    async adoptInbound(
      tx: Tx,
      node: number,
      { inboundId, remoteId, goneAt: _, ...rest }: ManagedInboundRow,
    ): Promise<void> {
      await tx
        .insertInto('node_inbounds')
        .values({ node_id: node, inbound_id: inboundId, remote_id: remoteId, ...rest })
        .execute()
    },
    /** What the node shows of it. */
    async confirmInbound(
      tx: Tx,
      node: number,
      inboundId: number,
      { remoteId, ...shown }: ShownInbound,
    ): Promise<void> {
      await inboundRow(tx, node, inboundId, { ...shown, remote_id: remoteId })
    },
    /** It was never put there. */
    async forgetInbound(tx: Tx, node: number, inboundId: number): Promise<void> {
      await tx
        .deleteFrom('node_inbounds')
        .where((e) => e.and({ node_id: node, inbound_id: inboundId, remote_id: 0 }))
        .execute()
    },
    /** A late call or a backup of the node may bring it back: so it stays known for a while. */
    async inboundGone(tx: Tx, node: number, inboundId: number, at: number): Promise<void> {
      await inboundRow(tx, node, inboundId, { gone_at: at })
    },

    /**
     * A baseline that exists stays: it has the counted sums. A name that another client still has on the node is not
     * taken from it. Returns the ids that were recorded.
     */
    async recordClients(tx: Tx, node: number, intents: readonly Intent[]): Promise<Set<number>> {
      const query = tx.selectFrom('node_client_traffics').select(['email', 'client_id'])
      const emails = intents.map(({ email }) => email)
      await gone.makeRoom(tx, node, intents)
      const found = await readInChunks(emails, (part) =>
        query.where('node_id', '=', node).where(among('email', part)).execute(),
      )
      const taken = new Map(found.map((row) => [row.email, row.client_id]))
      const free = intents.filter(({ email, clientId }) => [0, clientId].includes(taken.get(email) ?? 0))
      const rows = free.map(({ clientId, email, subId, granted, sums }) => ({
        node_id: node,
        email,
        client_id: clientId,
        sub_id: subId,
        granted,
        ...sums,
      }))
      await sets.insert(
        tx,
        'node_client_traffics',
        rows,
        columns,
        sql`on conflict (node_id, email) do update set client_id = excluded.client_id, sub_id = excluded.sub_id,
          granted = excluded.granted`,
      )
      return new Set(free.map(({ clientId }) => clientId))
    },
    /** About to be sent: its limit, and the name and subscription id that the node may have from now on. */
    async send(tx: Tx, node: number, sendings: readonly Sending[]): Promise<void> {
      for (const { id, granted, desired, managed } of sendings) {
        if (!desired || !managed) continue
        const { email, subId } = desired.client
        const known = [managed, ...managed.sent].some((one) => one.email === email && one.subId === subId)
        const sent = known ? managed.sent : [...managed.sent, { email, subId }]
        if (known && granted === managed.granted && managed.goneAt === 0) continue
        if (!known) await gone.noteFormer(tx, node, id)
        const text = sent.length === 0 ? '' : JSON.stringify(sent)
        await clientRow(tx, node, id, { granted, sent: text, gone_at: 0 })
      }
    },
    /** The node has it under this name and subscription id now. A late call may still give it one that was sent before. */
    async confirmClient(tx: Tx, node: number, clientId: number, { email, subId }: Identity): Promise<void> {
      await tx
        .deleteFrom('node_client_traffics')
        .where('node_id', '=', node)
        .where('email', '=', email)
        .where('client_id', '<>', clientId)
        .execute() // left by a client that had the name before
      await clientRow(tx, node, clientId, { email, sub_id: subId })
      await gone.forgetSent(tx, node, clientId)
    },
    /** Bytes that the node had counted for this name before: they belong to no client and are not added. */
    async startFrom(tx: Tx, node: number, clientId: number, { up, down }: Sums): Promise<void> {
      await clientRow(tx, node, clientId, { up, down })
    },
    /**
     * It is no longer on our inbounds. If the node deleted it, and a late call may still add it, its row stays: a client
     * that is added anew has a counter that begins at zero, and its bytes are this client's.
     */
    async dropClient(tx: Tx, node: number, clientId: number, isDeleted: boolean): Promise<void> {
      await gone.noteFormer(tx, node, clientId)
      if (isDeleted && (await gone.keep(tx, node, clientId))) return
      await tx
        .deleteFrom('node_client_traffics')
        .where('node_id', '=', node)
        .where('client_id', '=', clientId)
        .execute()
    },
    noteUnanswered: gone.noteUnanswered,
    former: gone.former,
    forgetGone: gone.forget,
    async forgetNode(tx: Tx, node: number): Promise<void> {
      await tx.deleteFrom('node_former_clients').where('node_id', '=', node).execute()
      await tx.deleteFrom('node_client_traffics').where('node_id', '=', node).execute()
      await tx.deleteFrom('node_inbounds').where('node_id', '=', node).execute()
    },
  }
}

export type ManagedRows = ReturnType<typeof createManagedRows>
