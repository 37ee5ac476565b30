import type { Act } from '#contract/acts.ts'
import type { Action } from '../store/audit/trail.ts'

export const inboundAction = (
  action: Act,
  row: { id: number; tag: string },
  before?: unknown,
  after?: unknown,
): Action => ({
  action,
  objectKind: 'inbound',
  object: `${row.id} ${row.tag}`,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})
