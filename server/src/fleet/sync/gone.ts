import { sql } from 'kysely'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'

/** How long after it was given up a call may be executed, and a backup of a node may be restored. */
const lateMs = 3_600_000
const backupMs = 30 * 86_400_000

/** Inbounds and clients that were taken off a node stay known while a late call or a backup of the node may bring them back. */
export function createGoneRows(db: Pick<Db, 'engine'>, now: () => number) {
  const { among } = setsFor(db.engine)

  return {
    /** The name and subscription id that a client had on the node: it is about to lose one of them. */
    async noteFormer(tx: Tx, node: number, clientId: number): Promise<void> {
      await sql`insert into node_former_clients (node_id, email, sub_id, gone_at)
        select node_id, email, sub_id, ${now()} from node_client_traffics
        where node_id = ${node} and client_id = ${clientId}
        on conflict (node_id, email, sub_id) do update set gone_at = excluded.gone_at`.execute(tx)
    },
    /** Former clients that a backup of the node may bring back, as `<email key> <subscription id>`. */
    async former(source: Reader | Tx, node: number): Promise<Set<string>> {
      const rows = await source
        .selectFrom('node_former_clients')
        .select(['email', 'sub_id'])
        .where('node_id', '=', node)
        .execute()
      return new Set(rows.map(({ email, sub_id }) => `${emailKey(email)} ${sub_id}`))
    },

    /** Calls for these clients may have been sent, and had no answer. */
    async noteUnanswered(tx: Tx, node: number, clientIds: readonly number[]): Promise<void> {
      for (const part of chunked(clientIds))
        await tx
          .updateTable('node_client_traffics')
          .set({ unanswered_at: now() })
          .where('node_id', '=', node)
          .where(among('client_id', part))
          .execute()
    },
    /**
     * Keeps the row of a client that the node deleted: a late call may add it anew, with a counter that begins at zero,
     * and those bytes are this client's. False if no call is late, or the client is no longer here.
     */
    async keep(tx: Tx, node: number, clientId: number): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('node_client_traffics')
        .set({ up: 0, down: 0, gone_at: now() })
        .where('node_id', '=', node)
        .where('client_id', '=', clientId)
        .where('unanswered_at', '>=', now() - lateMs)
        .where('client_id', 'in', tx.selectFrom('clients').select('id'))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Names that a client was sent under, and may not have there any more. */
    async forgetSent(tx: Tx, node: number, clientId: number): Promise<void> {
      await tx
        .updateTable('node_client_traffics')
        .set({ sent: '' })
        .where('node_id', '=', node)
        .where('client_id', '=', clientId)
        .where('unanswered_at', '<', now() - lateMs)
        .execute()
    },
    /** Clients that are gone leave their names to these, and begin anew if they are among them. */
    async makeRoom(
      tx: Tx,
      node: number,
      clients: readonly { clientId: number; email: string }[],
    ): Promise<void> {
      const gone = tx.deleteFrom('node_client_traffics').where('node_id', '=', node).where('gone_at', '>', 0)
      for (const part of chunked(clients)) {
        const [ids, emails] = [part.map(({ clientId }) => clientId), part.map(({ email }) => email)]
        await gone.where(among('client_id', ids)).execute()
        await gone.where(among('email', emails)).execute()
      }
    },

    /** Forgets what nothing can bring back any more. */
    async forget(tx: Tx, node: number): Promise<void> {
      const [late, backup] = [now() - lateMs, now() - backupMs]
      await tx
        .deleteFrom('node_client_traffics')
        .where('node_id', '=', node)
        .where('gone_at', '>', 0)
        .where('unanswered_at', '<', late)
        .execute()
      await tx
        .deleteFrom('node_inbounds')
        .where('node_id', '=', node)
        .where('gone_at', '>', 0)
        .where('gone_at', '<', backup)
        .execute()
      await tx
        .deleteFrom('node_former_clients')
        .where('node_id', '=', node)
        .where('gone_at', '<', backup)
        .execute()
      // A late call no longer makes a deleted inbound as it was sent.
      await tx
        .updateTable('node_inbounds')
        .set({ sent: '' })
        .where('node_id', '=', node)
        .where('gone_at', '>', 0)
        .where('gone_at', '<', late)
        .execute()
    },
  }
}
