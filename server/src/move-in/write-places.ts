import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { protocolTraits } from '#contract/protocol.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import { toColumns } from '../fleet/registry/calls.ts'
import type { Tx } from '../store/open.ts'
import { toInboundColumns } from '../store/rows/inbound.ts'
import type { PlanHead } from './packed.ts'

export type IdOf = (tag: string) => number | undefined

async function writeNodes(tx: Tx, { nodes }: PlanHead, now: number): Promise<Map<string, number>> {
  for (const node of nodes)
    await tx
      .insertInto('nodes')
      .values({ ...toColumns(node), created_at: now, updated_at: now })
      .execute()
  const rows = await tx.selectFrom('nodes').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Nodes and inbounds. Returns the row id of every tag, and those that are new; and the new nodes. */
export async function writeInbounds(tx: Tx, plan: PlanHead, userId: number, now: number) {
  const nodes = await writeNodes(tx, plan, now)
  const created: number[] = []
  for (const { fields, node, tag, up, down, lastTrafficResetTime } of plan.inbounds) {
    const nodeId = node === '' || !protocolTraits[fields.protocol].node ? null : (nodes.get(node) ?? null)
    const row = await tx
      .insertInto('inbounds')
      .values({
        ...toInboundColumns({ ...fields, nodeId }),
        user_id: userId,
        tag,
        up,
        down,
        last_traffic_reset_time: lastTrafficResetTime,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    created.push(row.id)
  }
  const rows = await tx.selectFrom('inbounds').select(['id', 'tag']).execute()
  const ids = new Map(rows.map(({ id, tag }) => [tag, id]))
  const idOf: IdOf = (tag) => ids.get(tag)
  return { nodeIds: plan.nodes.flatMap(({ name }) => nodes.get(name) ?? []), idOf, created }
}

/** Appended to the rows that a master has. */
async function writeFallbacks(tx: Tx, plan: PlanHead, idOf: IdOf): Promise<void> {
  if (plan.fallbacks.length === 0) return
  const last = await tx
    .selectFrom('inbound_fallbacks')
    .select(['master_id', sql<number>`max(sort_order)`.as('most')])
    .groupBy('master_id')
    .execute()
  const places = new Map(last.map(({ master_id, most }) => [master_id, Number(most) + 1]))
  for (const { masterTag, childTag, name, alpn, path, xver, dest } of plan.fallbacks) {
    const master_id = idOf(masterTag)
    const child_id = childTag === '' ? 0 : idOf(childTag)
    if (master_id === undefined || child_id === undefined) continue
    const sort_order = places.get(master_id) ?? 0
    places.set(master_id, sort_order + 1)
    await tx
      .insertInto('inbound_fallbacks')
      .values({ master_id, child_id, sort_order, name, alpn, path, xver, dest })
      .execute()
  }
}

/** After the inbounds: rows that name them. */
export async function writeAroundInbounds(tx: Tx, plan: PlanHead, idOf: IdOf, now: number): Promise<void> {
  await writeFallbacks(tx, plan, idOf)
  for (const { inboundTags, group } of plan.hosts) {
    const inboundIds = inboundTags.flatMap((tag) => idOf(tag) ?? [])
    const { hosts, isDisabled, sortOrder, ...words } = group
    if (inboundIds.length === 0 || hosts.length === 0) continue
    const group_id = randomUUID()
    const times = { created_at: now, updated_at: now }
    await tx
      .insertInto('host_groups')
      .values({
        group_id,
        is_disabled: isDisabled,
        sort_order: sortOrder,
        data: JSON.stringify(words),
        ...times,
      })
      .execute()
    const pairs = inboundIds.flatMap((inbound_id) =>
      hosts.map((address) => ({ group_id, inbound_id, address })),
    )
    await tx.insertInto('hosts').values(pairs).execute()
  }
}

/** What belongs to no inbound. */
export async function writeApart(tx: Tx, plan: PlanHead, now: number): Promise<void> {
  for (const name of plan.groups)
    await tx
      .insertInto('client_groups')
      .values({ name })
      .onConflict((c) => c.doNothing())
      .execute()
  const half = Math.floor(mostBytes / 2) // the sum stays a safe integer (P37)
  for (const { tag, ...bytes } of plan.outboundTraffics) {
    const [up, down] = [Math.min(bytes.up, half), Math.min(bytes.down, half)]
    await tx
      .insertInto('outbound_traffics')
      .values({ tag, up, down, total: up + down })
      .onConflict((c) => c.column('tag').doUpdateSet({ up, down, total: up + down }))
      .execute()
  }
  await writeOutboundSubscriptions(tx, plan, now)
  const seconds = Math.floor(now / 1_000)
  for (const { geoType, alias, url } of plan.geoResources)
    await tx
      .insertInto('custom_geo_resources')
      .values({ geo_type: geoType, alias, url, created_at: seconds, updated_at: seconds })
      .onConflict((c) => c.doNothing())
      .execute()
  for (const { name, hash, enabled, createdAt } of plan.tokens)
    await tx
      .insertInto('api_tokens')
      .values({ name, token: hash, enabled, created_at: createdAt })
      .onConflict((c) => c.doNothing())
      .execute()
}

async function writeOutboundSubscriptions(tx: Tx, plan: PlanHead, now: number): Promise<void> {
  const last = await tx
    .selectFrom('outbound_subscriptions')
    .select(sql<number | null>`max(priority)`.as('most'))
    .executeTakeFirst()
  let priority = Number(last?.most ?? -1)
  for (const { remark, url, enabled, tagPrefix, updateInterval, prepend } of [
    ...plan.outboundSubscriptions,
  ].sort((a, b) => a.priority - b.priority)) {
    priority++
    await tx
      .insertInto('outbound_subscriptions')
      .values({
        remark,
        url,
        enabled,
        tag_prefix: tagPrefix,
        update_interval: updateInterval,
        priority,
        prepend,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
}
