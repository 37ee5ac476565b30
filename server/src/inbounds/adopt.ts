import type { FallbackInput } from '#contract/fallback.ts'
import type { AdoptedInbound } from '#domain/fleet/adoption-inbounds.ts'
import {
  acceptedFallbacks,
  type FallbackWorld,
  type OrderedFallback,
} from '#domain/inbounds/fallback-rules.ts'
import type { FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../store/open.ts'
import { toFallbackInbound, toInboundColumns } from '../store/rows/inbound.ts'
import { insertFallbacks } from './fallbacks.ts'

/** An inbound that runs on a node already becomes one of this panel; the caller has checked tag and port. */
export async function addAdopted(
  tx: Tx,
  { fields, tag, up, down, lastTrafficResetTime, disabledByPanel }: AdoptedInbound,
  userId: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('inbounds')
    .values({
      ...toInboundColumns(fields),
      user_id: userId,
      tag,
      up,
      down,
      last_traffic_reset_time: lastTrafficResetTime,
      disabled_by_panel: disabledByPanel,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The fallback rows that inbounds of a node had there, by row id here. What the rules do not allow stays the node's own. */
export async function addAdoptedFallbacks(
  tx: Tx,
  node: number,
  rows: ReadonlyMap<number, readonly FallbackInput[]>,
): Promise<void> {
  if (rows.size === 0) return
  const there = await tx.selectFrom('inbounds').selectAll().where('node_id', '=', node).execute()
  const byId = new Map(there.map((row) => [row.id, toFallbackInbound(row)]))
  const children = new Map<number, readonly number[]>()
  const world: FallbackWorld = {
    inboundOf: (id) => byId.get(id),
    childrenOf: (id) => children.get(id) ?? [],
  }
  for (const [masterId, list] of rows) {
    const master = byId.get(masterId)
    const next = master ? allowed(master, list, world) : []
    children.set(
      masterId,
      next.map(({ childId }) => childId),
    )
    await insertFallbacks(tx, masterId, next)
  }
}

function allowed(
  master: FallbackInbound,
  rows: readonly FallbackInput[],
  world: FallbackWorld,
): OrderedFallback[] {
  try {
    return acceptedFallbacks(master, rows, world)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
