import type { AdoptedInbound } from '#domain/fleet/adoption-inbounds.ts'
import type { Tx } from '../platform/db/open.ts'
import { toInboundColumns } from '../platform/db/rows/inbound.ts'

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
