import { sql } from 'kysely'
import { asCount } from '#domain/traffic/ledger.ts'
import type { Db } from '../../store/open.ts'
import type { Workers } from '../sync/workers.ts'

export interface Counts {
  inboundCount: number
  clientCount: number
  onlineCount: number
  activeCount: number
  depletedCount: number
  disabledCount: number
  /** Bytes of the inbounds that are placed on it. */
  trafficUp: number
  trafficDown: number
}

export const noCounts: Counts = {
  inboundCount: 0,
  clientCount: 0,
  onlineCount: 0,
  activeCount: 0,
  depletedCount: 0,
  disabledCount: 0,
  trafficUp: 0,
  trafficDown: 0,
}

interface Row {
  node: number
  clients: number
  depleted: number
  disabled: number
}

/** How many inbounds and clients each node has, computed on read. A client is depleted as everywhere else. */
export async function readCounts(
  db: Db,
  now: number,
  workers: Pick<Workers, 'onlineOn'>,
): Promise<Map<number, Counts>> {
  const inbounds = await db.read
    .selectFrom('inbounds')
    .select((e) => [
      'node_id',
      e.fn.countAll<number>().as('n'),
      e.fn.sum<number>('up').as('up'),
      e.fn.sum<number>('down').as('down'),
    ])
    .where('node_id', '>', 0)
    .groupBy('node_id')
    .execute()
  if (inbounds.length === 0) return new Map()
  const managed = sql`select distinct i.node_id as node, ci.client_id as client from inbounds i
    join client_inbounds ci on ci.inbound_id = i.id where i.node_id > 0`
  const ended = sql`((c.total_gb > 0 and coalesce(t.up, 0) + coalesce(t.down, 0) >= c.total_gb)
    or (c.expiry_time > 0 and c.expiry_time <= ${now}))`
  const { rows } = await sql<Row>`select p.node, count(*) as clients,
      sum(case when ${ended} then 1 else 0 end) as depleted,
      sum(case when not ${ended} and not c.enable then 1 else 0 end) as disabled
    from (${managed}) as p join clients c on c.id = p.client left join client_traffics t on t.email = c.email
    group by p.node`.execute(db.read)
  const byNode = new Map(rows.map((row) => [row.node, row]))
  return new Map(
    inbounds.flatMap(({ node_id, n, up, down }) => {
      if (!node_id) return []
      const row = byNode.get(node_id)
      const [clientCount, depletedCount, disabledCount] = [row?.clients, row?.depleted, row?.disabled].map(
        (v) => Number(v ?? 0),
      ) as [number, number, number] // three in, three out
      return [
        [
          node_id,
          {
            inboundCount: Number(n),
            clientCount,
            onlineCount: workers.onlineOn(node_id).length,
            activeCount: clientCount - depletedCount - disabledCount,
            depletedCount,
            disabledCount,
            trafficUp: asCount(Number(up)),
            trafficDown: asCount(Number(down)),
          },
        ] as const,
      ]
    }),
  )
}
