import type { Surroundings } from '#domain/rotation/rules.ts'
import { findInbound } from '../inbounds/find.ts'
import type { Reader, Tx } from '../store/open.ts'
import { type HostRow, toHost } from '../store/rows/host.ts'
import { type InboundRow, readFallbacks, toInboundFields } from '../store/rows/inbound.ts'

const placeOf = (row: InboundRow) => ({ id: row.id, ...toInboundFields(row) })

/** An inbound with everything that decides what of it can rotate. */
export async function readAround(
  source: Reader | Tx,
  id: number,
  userId: number,
): Promise<Surroundings & { row: InboundRow }> {
  const row = await findInbound(source, id, userId)
  const fallbacks = await readFallbacks(source)
  const masterId = fallbacks.find(({ childId }) => childId === id)?.masterId
  const ids = fallbacks.filter(({ masterId: own }) => own === id).map(({ childId }) => childId)
  const related = await source
    .selectFrom('inbounds')
    .selectAll()
    .where('id', 'in', [...ids, masterId ?? 0])
    .execute()
  const hosts = await source
    .selectFrom('hosts as h')
    .innerJoin('host_groups as g', 'g.group_id', 'h.group_id')
    .selectAll('g')
    .select(['h.id', 'h.inbound_id', 'h.address'])
    .where('h.inbound_id', 'in', [id, ...ids])
    .execute()
  const master = related.find((one) => one.id === masterId)
  return {
    row,
    inbound: placeOf(row),
    master: master && (master.remark || master.tag),
    children: related.filter((one) => ids.includes(one.id)).map(placeOf),
    hosts: hosts.map((host) => toHost(host as HostRow)), // the columns are those of the snapshot's query
  }
}
