import type { Deed } from '../platform/audit/trail.ts'

export const inboundDeed = (
  action: string,
  row: { id: number; tag: string },
  before?: unknown,
  after?: unknown,
): Deed => ({
  action,
  objectKind: 'inbound',
  object: `${row.id} ${row.tag}`,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})
