import { sql } from 'kysely'
import type { Sums } from '#domain/fleet/sums.ts'
import type { Tx } from '../../store/open.ts'
import type { NodeRow } from '../registry/calls.ts'

/** Identifies the panel itself, whatever row it had or gets: by its id, or by its address if it has none. */
const panelOf = ({ guid, address, port, base_path }: NodeRow): string =>
  guid === '' ? `${address} ${port} ${base_path}` : guid

/** How much of a panel's counters is counted already. Without it a panel that comes back would be counted twice. */
export const countedBefore = {
  async note(tx: Tx, node: NodeRow): Promise<void> {
    const panel = panelOf(node)
    await tx.deleteFrom('left_clients').where('panel', '=', panel).execute()
    await sql`insert into left_clients (panel, client_id, up, down)
      select ${panel}, client_id, max(up), max(down) from node_client_traffics
      where node_id = ${node.id} and client_id > 0 group by client_id`.execute(tx)
  },
  /** By the client's row id. */
  async of(tx: Tx, node: NodeRow): Promise<ReadonlyMap<number, Sums>> {
    const rows = await tx.selectFrom('left_clients').selectAll().where('panel', '=', panelOf(node)).execute()
    return new Map(rows.map(({ client_id, up, down }) => [client_id, { up, down }]))
  },
  /** They are managed on the node again: from now on those rows have the counted sums. */
  async drop(tx: Tx, node: NodeRow, clientIds: ReadonlySet<number>): Promise<void> {
    for (const id of clientIds)
      await tx
        .deleteFrom('left_clients')
        .where('panel', '=', panelOf(node))
        .where('client_id', '=', id)
        .execute()
  },
}
