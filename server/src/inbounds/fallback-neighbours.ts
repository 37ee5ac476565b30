import { isDeepStrictEqual } from 'node:util'
import { lostChild, type OrderedFallback, refusalOf } from '#domain/inbounds/fallback-rules.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { Tx } from '../store/open.ts'
import { toFallback, toFallbackInbound } from '../store/rows/inbound.ts'

/**
 * An edit of a fallback's child or master may leave a child that no client reaches: the second one with HTTP/2, or one
 * that apps cannot dial behind Reality. A child that was lost before does not keep anybody from editing.
 */
export async function refuseLostChildren(tx: Tx, id: number, fields: InboundFields): Promise<void> {
  const masters = tx
    .selectFrom('inbound_fallbacks')
    .select('master_id')
    .where((e) => e.or([e('child_id', '=', id), e('master_id', '=', id)]))
  const rows = await tx
    .selectFrom('inbound_fallbacks')
    .selectAll()
    .where('master_id', 'in', masters)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const inbounds = rows.length === 0 ? [] : await tx.selectFrom('inbounds').selectAll().execute()
  const before = new Map(inbounds.map((row) => [row.id, toFallbackInbound(row)]))
  const after = new Map(before)
  const own = before.get(id)
  if (own) after.set(id, { ...own, ...fields })
  for (const masterId of new Set(rows.map((row) => row.master_id))) {
    const list = rows.filter((row) => row.master_id === masterId).map(toFallback)
    const lost = lostBehind(masterId, list, after)
    if (!lost || isDeepStrictEqual(lost, lostBehind(masterId, list, before))) continue
    const otherId = lost.otherId === id ? lost.childId : lost.otherId
    throw refusalOf({ ...lost, otherId }, (child) => after.get(child), 'streamSettings')
  }
}

type Inbounds = ReadonlyMap<number, ReturnType<typeof toFallbackInbound>>

function lostBehind(masterId: number, rows: readonly OrderedFallback[], inbounds: Inbounds) {
  const master = inbounds.get(masterId)
  return master && lostChild(master, rows, (id) => inbounds.get(id))
}
