import type { Selectable } from 'kysely'
import type { NodeCores, UpdatedNode } from '#contract/node-cores-api.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Schema } from '../../store/schema.ts'

/** An update with the archives that an operator compared. */
export type Update = NodeCores & { confirmed: string[] }

const mostKept = 20

const toUpdate = (row: Selectable<Schema['node_cores']>): Update => ({
  id: row.id,
  version: row.version,
  cause: row.cause === 'window' ? 'window' : 'operator',
  beganAt: row.began_at,
  endedAt: row.ended_at,
  stopping: row.stopping,
  nodes: JSON.parse(row.nodes) as UpdatedNode[], // written below
  confirmed: JSON.parse(row.confirmed) as string[],
})

export const shownUpdate = ({ confirmed: _, ...shown }: Update): NodeCores => shown

/** The last one, whether or not it runs. */
export async function lastUpdate(source: Reader | Tx): Promise<Update | undefined> {
  const row = await source
    .selectFrom('node_cores')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toUpdate(row)
}

export async function insertUpdate(
  tx: Tx,
  update: Omit<Update, 'id' | 'endedAt' | 'stopping'>,
): Promise<void> {
  const { version, cause, beganAt: began_at } = update
  const [nodes, confirmed] = [JSON.stringify(update.nodes), JSON.stringify(update.confirmed)]
  await tx.insertInto('node_cores').values({ version, cause, began_at, nodes, confirmed }).execute()
  const old = tx.selectFrom('node_cores').select('id').orderBy('id', 'desc').limit(1).offset(mostKept)
  await tx.deleteFrom('node_cores').where('id', '<=', old).execute()
}

/** `stopping` is not written: an operator may have asked for it meanwhile. */
export async function saveUpdate(tx: Tx, { id, endedAt, nodes }: Update): Promise<void> {
  const values = { ended_at: endedAt, nodes: JSON.stringify(nodes) }
  await tx.updateTable('node_cores').set(values).where('id', '=', id).execute()
}

export async function askToStop(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('node_cores').set({ stopping: true }).where('id', '=', id).execute()
}
