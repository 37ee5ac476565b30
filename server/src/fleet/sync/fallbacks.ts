import type { FallbackRow } from '#contract/fallback.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { type CoreFallback, coreFallbacks } from '#domain/inbounds/fallbacks.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { type InboundRow, toFallback, toFallbackInbound } from '../../store/rows/inbound.ts'
import { chunked, setsFor } from '../../store/sets.ts'

/**
 * The fallback rows of inbounds that run on one node, as the core of that node gets them. The node itself has no such
 * rows: to it they are the fallbacks in the settings of the inbound.
 */
export async function fallbacksOn(
  source: Reader | Tx,
  node: number,
  inbounds: readonly InboundRow[],
): Promise<Map<number, CoreFallback[]>> {
  const rows = await source
    .selectFrom('inbound_fallbacks as f')
    .innerJoin('inbounds as i', 'i.id', 'f.master_id')
    .selectAll('f')
    .where('i.node_id', '=', node)
    .execute()
  const byMaster = new Map<number, FallbackRow[]>()
  for (const row of rows.map(toFallback))
    byMaster.set(row.masterId, [...(byMaster.get(row.masterId) ?? []), row])
  const byId = new Map(inbounds.map((row) => [row.id, toFallbackInbound(row)]))
  return new Map(
    [...byMaster].flatMap(([master, list]) => {
      const inbound = byId.get(master)
      if (!inbound || !canHostFallbacks(inbound)) return []
      const fallbacks = coreFallbacks(inbound, list, (id) => byId.get(id))
      return fallbacks.length > 0 ? [[master, fallbacks] as const] : []
    }),
  )
}

/** Inbounds on nodes whose fallbacks may lead elsewhere after this change, with their node. */
export function createMasters(db: Pick<Db, 'engine'>) {
  const { among } = setsFor(db.engine)

  /** The rows of a child that was deleted are gone with it: every inbound of the node that can have some counts. */
  async function besides(tx: Tx, removed: readonly { id: number }[]): Promise<[number, number][]> {
    const found: [number, number][] = []
    for (const part of chunked(removed.map(({ id }) => id))) {
      const rows = await tx
        .selectFrom('inbounds as i')
        .innerJoin('node_inbounds as p', 'p.node_id', 'i.node_id')
        .selectAll('i')
        .where(among('p.inbound_id', part))
        .execute()
      for (const row of rows)
        if (row.node_id && canHostFallbacks(toFallbackInbound(row))) found.push([row.id, row.node_id])
    }
    return found
  }

  return async function mastersOf(tx: Tx, change: Change): Promise<Map<number, number>> {
    if (change.kind !== 'inbounds-changed') return new Map()
    const found: [number, number][] = await besides(tx, change.removed)
    for (const part of chunked(change.ids)) {
      const rows = await tx
        .selectFrom('inbound_fallbacks as f')
        .innerJoin('inbounds as i', 'i.id', 'f.master_id')
        .select(['i.id', 'i.node_id'])
        .where(among('f.child_id', part))
        .where('i.node_id', '>', 0)
        .execute()
      for (const { id, node_id } of rows) if (node_id) found.push([id, node_id])
    }
    return new Map(found)
  }
}
