import { twoH2 } from '#domain/inbounds/fallback-rules.ts'
import { secondH2 } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { Tx } from '../db/open.ts'
import { toFallback, toFallbackInbound } from '../db/rows/inbound.ts'

/** An edit of a child may make it the second one below its master that speaks HTTP/2: nobody would reach it. */
export async function refuseSecondH2(tx: Tx, id: number, fields: InboundFields): Promise<void> {
  const masters = tx.selectFrom('inbound_fallbacks').select('master_id').where('child_id', '=', id)
  const rows = await tx
    .selectFrom('inbound_fallbacks')
    .selectAll()
    .where('master_id', 'in', masters)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const children = rows.length === 0 ? [] : await tx.selectFrom('inbounds').selectAll().execute()
  const byId = new Map(children.map((row) => [row.id, toFallbackInbound(row)]))
  const childOf = (child: number) => (child === id ? fields : byId.get(child))
  for (const master of new Set(rows.map((row) => row.master_id))) {
    const second = secondH2(rows.filter((row) => row.master_id === master).map(toFallback), childOf)
    const pair = second && [second.row.childId, second.first.childId]
    const other = pair?.includes(id) && pair.find((child) => child !== id)
    if (other) throw twoH2(other, 'streamSettings')
  }
}
