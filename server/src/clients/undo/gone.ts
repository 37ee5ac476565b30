import type { Tx } from '../../store/open.ts'
import { chunked } from '../../store/sets.ts'
import type { Known } from '../find.ts'
import type { Writing } from '../writing.ts'
import type { GoneImage } from './image.ts'

/** Everything that clients have, right before they are deleted. */
export async function goneImages(
  w: Writing,
  tx: Tx,
  known: readonly Known[],
  keepTraffic: boolean,
): Promise<GoneImage[]> {
  const ids = known.map((k) => k.row.id)
  const links = await w.find.links(tx, ids)
  const ips = new Map<string, { id: number; client_email: string; ips: string }>()
  if (!keepTraffic)
    for (const part of chunked(known.map((k) => k.row.email))) {
      const rows = await tx
        .selectFrom('inbound_client_ips')
        .select(['id', 'client_email', 'ips'])
        .where(w.sets.among('client_email', part))
        .execute()
      for (const row of rows) ips.set(row.client_email, { ...row })
    }
  const quotas = Map.groupBy(await w.quotas.usage.of(tx, ids), ({ client_id }) => client_id)
  const deviceRows = (await w.hooks.rowsOf?.(tx, ids)) ?? []
  const devices = Map.groupBy(
    deviceRows.map((row) => ({ ...row })),
    ({ client_id }) => client_id,
  )
  const counts = await w.inboundTraffic.counts(tx, ids)
  return known.map(({ row, traffic }) => {
    const inbounds = counts.get(row.id)
    const addresses = ips.get(row.email)
    const rows = devices.get(row.id)
    const used = quotas.get(row.id)
    return {
      id: row.id,
      email: row.email,
      gone: {
        client: { ...row },
        ...(traffic && !keepTraffic && { traffic: { ...traffic } }),
        links: links.get(row.id) ?? [],
        ...(addresses !== undefined && { ips: addresses }),
        ...(inbounds && { inbounds }),
        ...(rows && { devices: rows }),
        ...(used && { quotas: used.map((one) => ({ ...one })) }),
      },
    }
  })
}
