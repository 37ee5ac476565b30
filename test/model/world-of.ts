import { toClient } from '#server/store/rows/client.ts'
import type { TestPanel } from '../panel.ts'
import type { World } from './world.ts'

/** The model read from the tables: after parallel calls their order is unknown. */
export async function worldOf({ panel: { db } }: TestPanel): Promise<World> {
  const clients = await db.read.selectFrom('clients').selectAll().orderBy('id').execute()
  const inbounds = await db.read.selectFrom('inbounds').selectAll().orderBy('id').execute()
  const links = await db.read.selectFrom('client_inbounds').selectAll().orderBy('inbound_id').execute()
  const traffic = await db.read.selectFrom('client_traffics').selectAll().execute()
  const fallbacks = await db.read.selectFrom('inbound_fallbacks').selectAll().orderBy('sort_order').execute()
  const groups = await db.read.selectFrom('client_groups').selectAll().execute()
  const owned = new Set(clients.map((c) => c.email))
  return {
    clients: clients.map((row) => {
      const counted = traffic.find((t) => t.email === row.email)
      return {
        ...toClient(row),
        id: row.id,
        byPanel: row.disabled_by_panel,
        key: row.shadowsocks_key,
        inboundIds: links.filter((l) => l.client_id === row.id).map((l) => l.inbound_id),
        up: counted?.up ?? 0,
        down: counted?.down ?? 0,
      }
    }),
    inbounds: inbounds.map((row) => ({
      id: row.id,
      remark: row.remark,
      port: row.port,
      protocol: row.protocol,
      method: String(JSON.parse(row.settings).method ?? ''),
      tls: JSON.parse(row.stream_settings).security === 'tls',
      enable: row.enable,
      fallbacks: fallbacks
        .filter((f) => f.master_id === row.id)
        .map((f) => ({ childId: f.child_id, path: f.path, sortOrder: f.sort_order })),
    })),
    kept: Object.fromEntries(
      traffic.filter((t) => !owned.has(t.email)).map(({ email, up, down }) => [email, { up, down }]),
    ),
    groups: groups.map((g) => g.name),
  }
}
