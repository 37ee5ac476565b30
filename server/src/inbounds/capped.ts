import type { CapHold } from '#contract/caps-api.ts'
import type { Tx } from '../store/open.ts'

export interface HeldInbound {
  id: number
  tag: string
  before: string
  after: string
}

/**
 * What monthly caps do to inbounds, beside what the operator chose: `holds` has all that are hidden or closed, and the
 * others are free again. Returns those that changed.
 */
export async function hold(tx: Tx, holds: ReadonlyMap<number, CapHold>): Promise<HeldInbound[]> {
  const rows = await tx.selectFrom('inbounds').select(['id', 'tag', 'capped']).orderBy('id').execute()
  const changed = rows.flatMap(({ id, tag, capped: before }) => {
    const held = holds.get(id)
    const after = held ? JSON.stringify(held) : ''
    return before === after ? [] : [{ id, tag, before, after }]
  })
  for (const { id, after } of changed)
    await tx.updateTable('inbounds').set({ capped: after }).where('id', '=', id).execute()
  return changed
}
