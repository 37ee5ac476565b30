import type { Tx } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'
import { type Action, appendAudit } from './trail.ts'

/**
 * One audit row for many actions of a kind, whose `after` grows: a flood of them costs a bounded number of rows.
 * Returns the id of the row; a row that was pruned meanwhile is stored anew.
 */
export async function saveFolded(
  tx: Tx,
  rowId: number | undefined,
  actor: Actor,
  action: Action,
  from: number,
): Promise<number> {
  if (rowId !== undefined) {
    const { numUpdatedRows } = await tx
      .updateTable('audit')
      .set({ after: JSON.stringify(action.after) })
      .where('id', '=', rowId)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return rowId
  }
  return appendAudit(tx, actor, action, from)
}
