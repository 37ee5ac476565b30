import { type RawBuilder, sql } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Change, ClientChange } from '../../store/changes/change.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { chunked, readInChunks, setsFor } from '../../store/sets.ts'
import { createMasters } from './desired.ts'

export type Kind = 'inbound' | 'client'

/** One inbound or client on one node that may differ from its desired state. */
export interface Mark {
  node_id: number
  kind: Kind
  key: number
}

export const nameOf = ({ kind, key }: Pick<Mark, 'kind' | 'key'>): string => `${kind} ${key}`

/** `seq` changes with every change: a result for an older `seq` does not complete it. */
export interface PendingKey extends Mark {
  seq: number
  tries: number
}

const columns = { node_id: 'int', kind: 'text', key: 'int', seq: 'int', since: 'int' } as const
const onTouch = sql`on conflict (node_id, kind, key) do update set seq = fleet_log.seq + 1, tries = 0, retry_at = 0,
  error = ''`

/** The first wait after a refusal; each further one is twice as long. */
const firstWaitMs = 5_000
const longestWaitMs = 600_000

/**
 * What nodes do not have yet (ADR 096): one row per node and key, written in the transaction of the change (P4), and
 * removed in the transaction that records the node's answer.
 */
export function createPending(db: Db, now: () => number) {
  const sets = setsFor(db.engine)
  const { among } = sets
  const mastersOf = createMasters(db)
  /** Undefined: not known. */
  let anyNode: boolean | undefined
  let touched = new Set<number>()

  async function hasNodes(tx: Tx): Promise<boolean> {
    anyNode ??= (await tx.selectFrom('nodes').select('id').limit(1).executeTakeFirst()) !== undefined
    return anyNode
  }

  async function touch(tx: Tx, marks: readonly Mark[]): Promise<void> {
    if (marks.length === 0) return
    const unique = new Map(marks.map((mark) => [`${mark.node_id} ${mark.kind} ${mark.key}`, mark]))
    // It begins at the time, so that a key that is done and touched again never gets a number that it had.
    const rows = [...unique.values()].map((mark) => ({ ...mark, seq: now(), since: now() }))
    await sets.insert(tx, 'fleet_log', rows, columns, onTouch)
    for (const { node_id } of rows) touched.add(node_id)
  }

  async function nodesOf(tx: Tx, inboundIds: readonly number[]): Promise<Map<number, number>> {
    const query = tx.selectFrom('inbounds').select(['id', 'node_id']).where('node_id', '>', 0)
    const rows = await readInChunks([...new Set(inboundIds)], (part) =>
      query.where(among('id', part)).execute(),
    )
    return new Map(rows.flatMap(({ id, node_id }) => (node_id ? [[id, node_id] as const] : [])))
  }

  async function idsOf(tx: Tx, clients: readonly ClientChange[]): Promise<(client: ClientChange) => number> {
    const query = tx.selectFrom('clients').select(['id', 'email_key'])
    const unnamed = clients.filter(({ id }) => id === undefined).map(({ email }) => emailKey(email))
    const rows = await readInChunks(unnamed, (part) => query.where(among('email_key', part)).execute())
    const byKey = new Map(rows.map(({ id, email_key }) => [email_key, id]))
    return ({ id, email }) => id ?? byKey.get(emailKey(email)) ?? 0
  }

  async function clientMarks(tx: Tx, clients: readonly ClientChange[], nodeOf: ReadonlyMap<number, number>) {
    const places = (client: ClientChange) =>
      new Set([...client.inboundIds, ...client.formerInboundIds].flatMap((id) => nodeOf.get(id) ?? []))
    const concerned = clients
      .map((client) => ({ client, nodes: places(client) }))
      .filter(({ nodes }) => nodes.size > 0)
    const changed = concerned.map(({ client }) => client)
    const idOf = await idsOf(tx, changed)
    return concerned.flatMap(({ client, nodes }): Mark[] => {
      const key = idOf(client)
      return key === 0 ? [] : [...nodes].map((node_id) => ({ node_id, kind: 'client', key }))
    })
  }

  /** Clients on nodes whose group or plan changed: what counts for them is another limit. */
  async function memberMarks(tx: Tx, where: RawBuilder<unknown>): Promise<Mark[]> {
    const { rows } = await sql<{
      key: number
      node_id: number
    }>`select distinct c.id as key, i.node_id from clients c
      join client_inbounds ci on ci.client_id = c.id join inbounds i on i.id = ci.inbound_id
      where i.node_id > 0 and ${where}`.execute(tx)
    return rows.map(({ key, node_id }): Mark => ({ node_id, kind: 'client', key }))
  }

  /** The inbound itself, and the clients that are on no other inbound of its node. */
  async function removedMarks(tx: Tx, removed: readonly { id: number }[]): Promise<Mark[]> {
    if (removed.length === 0) return []
    const ids = removed.map(({ id }) => id)
    const gone = await tx
      .selectFrom('node_inbounds')
      .select(['node_id', 'inbound_id as key'])
      .where(among('inbound_id', ids))
      .execute()
    const marks = gone.map((row): Mark => ({ ...row, kind: 'inbound' }))
    for (const node_id of new Set(gone.map((row) => row.node_id))) {
      const { rows } = await sql<{ client_id: number }>`select p.client_id from node_client_traffics p
        where p.node_id = ${node_id} and p.client_id > 0 and p.gone_at = 0 and not exists (select 1 from client_inbounds ci
          join inbounds i on i.id = ci.inbound_id where ci.client_id = p.client_id and i.node_id = ${node_id})`.execute(
        tx,
      )
      for (const { client_id } of rows) marks.push({ node_id, kind: 'client', key: client_id })
    }
    return marks
  }

  return {
    touch,
    hasNodes,
    drop(): void {
      anyNode = undefined
    },
    /** The listener of the write path. Rooms know nothing of nodes; this reads what their change touched. */
    async inTx(tx: Tx, change: Change): Promise<void> {
      if (change.kind === 'nodes-changed') anyNode = undefined
      if (change.kind === 'plans-changed' && (await hasNodes(tx)))
        return touch(tx, await memberMarks(tx, sql`c.plan_id <> 0`))
      if (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed') return
      if (!(await hasNodes(tx))) return
      const groups = change.kind === 'clients-changed' ? (change.groups ?? []) : []
      if (groups.length > 0) await touch(tx, await memberMarks(tx, among('c.group_name', groups)))
      const inbounds = change.kind === 'inbounds-changed' ? change.ids : []
      const named = change.clients.flatMap((c) => [...c.inboundIds, ...c.formerInboundIds])
      const nodeOf = await nodesOf(tx, [...inbounds, ...named])
      const changed = inbounds.flatMap((key): Mark[] => {
        const node_id = nodeOf.get(key)
        return node_id === undefined ? [] : [{ node_id, kind: 'inbound', key }]
      })
      const removed = change.kind === 'inbounds-changed' ? await removedMarks(tx, change.removed) : []
      const masters = [...(await mastersOf(tx, change))].map(
        ([key, node_id]): Mark => ({ node_id, kind: 'inbound', key }),
      )
      await touch(tx, [
        ...changed,
        ...masters,
        ...(await clientMarks(tx, change.clients, nodeOf)),
        ...removed,
      ])
    },
    /** The nodes that were touched since the last call. After a rollback there may be one too many: it has no work. */
    taken(): ReadonlySet<number> {
      const nodes = touched
      touched = new Set()
      return nodes
    },

    async due(source: Reader | Tx, node: number, limit: number): Promise<PendingKey[]> {
      return source
        .selectFrom('fleet_log')
        .select(['node_id', 'kind', 'key', 'seq', 'tries'])
        .where('node_id', '=', node)
        .where('retry_at', '<=', now())
        .orderBy('kind', 'desc') // inbounds first
        .orderBy('since')
        .limit(limit)
        .execute()
    },
    async dueNodes(source: Reader | Tx): Promise<Set<number>> {
      const rows = await source
        .selectFrom('fleet_log')
        .select('node_id')
        .distinct()
        .where('retry_at', '<=', now())
        .execute()
      return new Set(rows.map(({ node_id }) => node_id))
    },
    /** The keys that have not been touched since they were read. */
    async current(tx: Tx, keys: readonly PendingKey[]): Promise<PendingKey[]> {
      const [first] = keys
      if (!first) return []
      const ids = keys.map(({ key }) => key)
      const rows = await tx
        .selectFrom('fleet_log')
        .select(['kind', 'key', 'seq'])
        .where('node_id', '=', first.node_id)
        .where(among('key', ids))
        .execute()
      const seqs = new Map(rows.map(({ kind, key, seq }) => [nameOf({ kind, key }), seq]))
      return keys.filter(({ kind, key, seq }) => seqs.get(nameOf({ kind, key })) === seq)
    },
    /** True if nothing touched it meanwhile. */
    async done(tx: Tx, { node_id, kind, key, seq }: PendingKey): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('fleet_log')
        .where((e) => e.and({ node_id, kind, key, seq }))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    /** The same for many, of which nothing else is to be recorded. */
    async doneMany(tx: Tx, keys: readonly PendingKey[]): Promise<void> {
      for (const kind of ['inbound', 'client'] as const) {
        const some = keys.filter((one) => one.kind === kind)
        for (const part of chunked(some)) {
          const rows = part.map(({ node_id, key, seq }) => ({ node_id, key, seq }))
          const table = sets.unfold(rows, { node_id: 'int', key: 'int', seq: 'int' })
          await sql`delete from fleet_log where kind = ${kind}
            and (node_id, key, seq) in (select v.node_id, v.key, v.seq from ${table} as v)`.execute(tx)
        }
      }
    },
    async failed(tx: Tx, { node_id, kind, key, seq, tries }: PendingKey, why: Coded): Promise<void> {
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10))
      await tx
        .updateTable('fleet_log')
        .set({ tries: tries + 1, retry_at: now() + wait, error: JSON.stringify(why) })
        .where((e) => e.and({ node_id, kind, key, seq }))
        .execute()
    },
    async retryAll(tx: Tx, node: number): Promise<void> {
      await tx.updateTable('fleet_log').set({ retry_at: 0 }).where('node_id', '=', node).execute()
    },
    async forgetNode(tx: Tx, node: number): Promise<void> {
      await tx.deleteFrom('fleet_log').where('node_id', '=', node).execute()
    },
  }
}

export type Pending = ReturnType<typeof createPending>
