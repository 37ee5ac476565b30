import type { Db, Reader, Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'

/**
 * Clients of a node that are on an inbound of this panel and belong to the node: they were there when it was adopted.
 * Nobody detaches them; who is adopted later is no guest any more.
 */
export function createGuests(db: Pick<Db, 'engine'>) {
  const sets = setsFor(db.engine)
  const drop = async (tx: Tx, node: number, keys: readonly string[]): Promise<void> => {
    for (const part of chunked(keys))
      await tx
        .deleteFrom('node_guests')
        .where('node_id', '=', node)
        .where(sets.among('email_key', part))
        .execute()
  }
  return {
    async of(source: Reader | Tx, node: number): Promise<ReadonlySet<string>> {
      const rows = await source
        .selectFrom('node_guests')
        .select('email_key')
        .where('node_id', '=', node)
        .execute()
      return new Set(rows.map(({ email_key }) => email_key))
    },
    drop,
    async add(tx: Tx, node: number, keys: readonly string[]): Promise<void> {
      await drop(tx, node, keys)
      const rows = keys.map((email_key) => ({ node_id: node, email_key }))
      await sets.insert(tx, 'node_guests', rows, { node_id: 'int', email_key: 'text' })
    },
    async forgetNode(tx: Tx, node: number): Promise<void> {
      await tx.deleteFrom('node_guests').where('node_id', '=', node).execute()
    },
  }
}

export type Guests = ReturnType<typeof createGuests>
