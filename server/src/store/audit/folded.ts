import type { Actor } from '../../platform/http/caller.ts'
import type { Tx } from '../open.ts'
import { type Action, appendAudit, asText } from './trail.ts'

/**
 * One audit row for many actions of a kind, whose `after` grows, so that a flood adds a bounded number of rows. Returns
 * the row id; a row that was pruned in the meantime is stored again.
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
      .set({ after: asText(action.after) })
      .where('id', '=', rowId)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return rowId
  }
  return appendAudit(tx, actor, action, from)
}
