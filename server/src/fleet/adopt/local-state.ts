import type { LocalState } from '#domain/fleet/adoption.ts'
import type { LocalClient } from '#domain/fleet/adoption-clients.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { toClient } from '../../store/rows/client.ts'
import { toInboundFields } from '../../store/rows/inbound.ts'
import { chunked, setsFor } from '../../store/sets.ts'
import type { Desired } from '../sync/desired.ts'
import type { ManagedRows } from '../sync/managed.ts'

interface Deps {
  db: Pick<Db, 'engine'>
  desired: Desired
  managedRows: ManagedRows
}

export function createLocalState({ db, desired, managedRows }: Deps) {
  const { among } = setsFor(db.engine)

  async function clientsNamed(
    source: Reader | Tx,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, LocalClient>> {
    const found = new Map<string, LocalClient>()
    for (const part of chunked(keys)) {
      const rows = await source.selectFrom('clients').selectAll().where(among('email_key', part)).execute()
      const ids = rows.map(({ id }) => id)
      const links = await source
        .selectFrom('client_inbounds')
        .select(['client_id', 'inbound_id'])
        .where(among('client_id', ids))
        .execute()
      const attached = Map.groupBy(links, ({ client_id }) => client_id)
      for (const row of rows) {
        const inboundIds = (attached.get(row.id) ?? []).map(({ inbound_id }) => inbound_id)
        found.set(row.email_key, { id: row.id, client: toClient(row), inboundIds })
      }
    }
    return found
  }

  return async function localState(
    source: Reader | Tx,
    node: number,
    keys: readonly string[],
  ): Promise<LocalState> {
    const tags = await source.selectFrom('inbounds').select('tag').execute()
    const managed = await managedRows.clients(source, node)
    const there = await source.selectFrom('inbounds').selectAll().where('node_id', '=', node).execute()
    return {
      node,
      tags: new Set(tags.map(({ tag }) => tag)),
      desired: await desired.inbounds(source, node),
      managed: await managedRows.inbounds(source, node),
      claims: there.map((row) => ({
        id: row.id,
        remark: row.remark,
        listen: row.listen,
        port: row.port,
        nodeId: node,
        layers: layer4Of(toInboundFields(row)),
      })),
      clients: await clientsNamed(source, keys),
      managedClients: new Map([...managed].filter(([, { goneAt }]) => goneAt === 0)),
    }
  }
}

export type ReadLocalState = ReturnType<typeof createLocalState>
