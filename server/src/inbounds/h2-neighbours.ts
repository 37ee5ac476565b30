import { twoH2 } from '#domain/inbounds/fallback-rules.ts'
import { secondH2 } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { Tx } from '../platform/db/open.ts'
import { toFallback, toFallbackInbound } from '../platform/db/rows/inbound.ts'

/** An edit may make a child the second HTTP/2 one of its master: one of the two would be unreachable. */
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
