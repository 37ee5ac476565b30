import { type CutOff, cutOffChildren } from '#domain/inbounds/fallbacks.ts'
import { isInner } from '#domain/inbounds/listen.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { type StoredFallback, toFallback } from '../store/rows/inbound.ts'
import { canLend, type Place } from './places.ts'

export interface Masters {
  /** The master that a child is reached through: the first fallback row that leads to it. */
  of(childId: number): Place | undefined
  /** Throws for a child that no outside connection can reach: it is not advertised. */
  refuseCutOff(child: Place): void
}

/** `rows` in order, with all rows of each master; `places` holds their masters and children. */
export function mastersIn(rows: readonly StoredFallback[], places: ReadonlyMap<number, Place>): Masters {
  const shapeOf = (id: number) => {
    const place = places.get(id)
    return place && { ...place, streamSettings: canonicalStream(place.streamSettings) }
  }
  const masters = new Map<number, Place>()
  const lost = new Set<number>()
  const cutOff = new Map<number, ReadonlyMap<number, CutOff>>()
  for (const id of new Set(rows.map((row) => row.master_id))) {
    const master = shapeOf(id)
    const own = rows.filter((row) => row.master_id === id).map(toFallback)
    if (master) cutOff.set(id, cutOffChildren(master, own, shapeOf))
  }
  for (const { master_id, child_id } of rows) {
    const master = places.get(master_id)
    if (!master || child_id <= 0 || masters.has(child_id) || !canLend(master)) continue
    const why = cutOff.get(master_id)?.get(child_id)
    const listen = places.get(child_id)?.listen ?? ''
    if (why === 'shared') lost.add(child_id)
    // Its routes say so, unless an advertised address has another security; a public one is reached directly.
    else if (why !== 'undialable' || isInner(listen)) masters.set(child_id, master)
  }
  return {
    of: (childId) => masters.get(childId),
    refuseCutOff({ id, listen }) {
      if (masters.has(id) || !lost.has(id) || !isInner(listen)) return
      throw new Refusal('link.master-shared')
    },
  }
}
