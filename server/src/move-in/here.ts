import { type Settings, settingKeys } from '#contract/settings.ts'
import type { Here, HereClient } from '#domain/move-in/plan.ts'
import { serialise } from '#domain/settings/stored.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Reader } from '../store/open.ts'
import { readFallbacks, toInboundFields } from '../store/rows/inbound.ts'

/** Clients are compared in portions, so that neither process is blocked for long. */
const portion = 1_000

type Rest = Omit<Here, 'clients' | 'settings' | 'template' | 'geoFiles' | 'ownPorts' | 'oldSubscriptions'>

export const settingTexts = (settings: Settings): Record<string, string> =>
  Object.fromEntries(
    settingKeys.filter((key) => key !== 'xrayTemplateConfig').map((key) => [key, serialise(settings[key])]),
  )

/** What this panel has, except clients and what other rooms know. */
export async function readHere(db: Reader): Promise<Rest> {
  const rows = await db.selectFrom('inbounds').selectAll().orderBy('id').execute()
  const nodes = await db.selectFrom('nodes').select(['id', 'name', 'address', 'port']).execute()
  const tags = new Map(rows.map(({ id, tag }) => [id, tag]))
  const nodeNames = new Map(nodes.map(({ id, name }) => [id, name]))
  const anyClient = await db.selectFrom('clients').select('id').limit(1).executeTakeFirst()
  return {
    isFresh: rows.length === 0 && !anyClient,
    inbounds: rows.map((row) => {
      const { remark, protocol, listen, port, settings, streamSettings } = toInboundFields(row)
      const node = row.node_id === null ? '' : (nodeNames.get(row.node_id) ?? '')
      return { tag: row.tag, remark, protocol, listen, port, settings, streamSettings, node }
    }),
    nodes: nodes.map(({ name, address, port }) => ({ name, address, port })),
    ...(await readSmall(db, (id) => tags.get(id) ?? '')),
  }
}

async function readSmall(db: Reader, tagOf: (id: number) => string) {
  const groups = await db.selectFrom('client_groups').select('name').execute()
  const labels = await db.selectFrom('clients').select('group_name as name').distinct().execute()
  const outbounds = await db.selectFrom('outbound_traffics').select(['tag', 'up', 'down']).execute()
  const subscriptions = await db.selectFrom('outbound_subscriptions').select('url').execute()
  const geo = await db.selectFrom('custom_geo_resources').select(['geo_type', 'alias']).execute()
  const tokens = await db.selectFrom('api_tokens').select(['name', 'token']).execute()
  const users = await db.selectFrom('users').select(['username', 'password']).orderBy('id').execute()
  return {
    groups: [...new Set([...groups, ...labels].map(({ name }) => name))].filter((name) => name !== ''),
    fallbacks: await taggedFallbacks(db, tagOf),
    hosts: await readHosts(db, tagOf),
    outboundTraffics: outbounds,
    outboundSubscriptionUrls: subscriptions.map(({ url }) => url),
    geoResources: geo.map(({ geo_type, alias }) => ({ geoType: geo_type, alias })),
    tokens: tokens.map(({ name, token }) => ({ name, hash: token })),
    users: users.map(({ username, password }) => ({ username, passwordHash: password })),
  }
}

async function taggedFallbacks(db: Reader, tagOf: (id: number) => string): Promise<Rest['fallbacks']> {
  return (await readFallbacks(db)).map(({ id: _, sortOrder: __, masterId, childId, ...fallback }) => ({
    ...fallback,
    masterTag: tagOf(masterId),
    childTag: childId === 0 ? '' : tagOf(childId),
  }))
}

async function readHosts(db: Reader, tagOf: (id: number) => string): Promise<Rest['hosts']> {
  const groups = await db.selectFrom('host_groups').select(['group_id', 'data']).execute()
  const words = new Map(groups.map(({ group_id, data }) => [group_id, parseBlock(data)]))
  const hosts = await db.selectFrom('hosts').selectAll().orderBy('id').execute()
  return [...Map.groupBy(hosts, (h) => h.group_id)].map(([id, group]) => {
    const { port, remark } = words.get(id) ?? {}
    return {
      inboundTags: [...new Set(group.map((h) => tagOf(h.inbound_id)))],
      hosts: [...new Set(group.map((h) => h.address))],
      port: Number(port ?? 0),
      remark: String(remark ?? ''),
    }
  })
}

/** All clients with the tags of their inbounds, in portions by row id. */
export async function* readClients(db: Reader): AsyncGenerator<HereClient[]> {
  const rows = await db.selectFrom('inbounds').select(['id', 'tag']).execute()
  const tags = new Map(rows.map(({ id, tag }) => [id, tag]))
  for (let last = 0; ; ) {
    const clients = await db
      .selectFrom('clients')
      .select([
        'id',
        'email',
        'sub_id',
        'uuid',
        'password',
        'auth',
        'shadowsocks_key',
        'wg_public_key',
        'wg_allowed_ips',
      ])
      .where('id', '>', last)
      .orderBy('id')
      .limit(portion)
      .execute()
    const end = clients.at(-1)?.id
    if (end === undefined) return
    const links = await db
      .selectFrom('client_inbounds')
      .select(['client_id', 'inbound_id'])
      .where('client_id', '>', last)
      .where('client_id', '<=', end)
      .execute()
    const byClient = Map.groupBy(links, ({ client_id }) => client_id)
    yield clients.map((c) => ({
      email: c.email,
      subId: c.sub_id,
      uuid: c.uuid,
      password: c.password,
      auth: c.auth,
      shadowsocksKey: c.shadowsocks_key,
      publicKey: c.wg_public_key,
      allowedIPs: c.wg_allowed_ips,
      inboundTags: (byClient.get(c.id) ?? []).flatMap(({ inbound_id }) => tags.get(inbound_id) ?? []),
    }))
    last = end
  }
}
