import { sql } from 'kysely'
import { takesDeviceKeys } from '#contract/fleet-api.ts'
import type { Limits } from '#contract/limits.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { EndRule } from '#domain/clients/enable.ts'
import { isClosedFor } from '#domain/core-config/users.ts'
import { secretsToSend } from '#domain/devices/keys.ts'
import { type DesiredClient, type DesiredInbound, desiredInbound } from '#domain/fleet/inbound-plan.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { type CoreFallback, coreFallbacks } from '#domain/inbounds/fallbacks.ts'
import { speedsOf } from '#domain/limits/effective.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { readPolicies } from '../../store/policies.ts'
import { toClient } from '../../store/rows/client.ts'
import {
  type InboundRow,
  isOpen,
  toFallback,
  toFallbackInbound,
  toInboundFields,
} from '../../store/rows/inbound.ts'
import { chunked, readInChunks, setsFor } from '../../store/sets.ts'
import { createRates } from '../../traffic/rates.ts'

/** A client that should be on a node, and what its limit there is made of. */
export interface DesiredClientRow {
  client: StoredClient
  on: DesiredClient['on']
  used: number
  places: number
  /** What a byte on this node counts against its quota, in hundredths. */
  rate: number
}

/**
 * A node knows neither the groups nor the plans of this panel: it gets what counts for each client. One that is slow
 * because its group has ended gets the slow speed.
 */
function atNode(
  client: StoredClient,
  { shared, ...limits }: Limits & EndRule,
  takesKeys: boolean,
): StoredClient {
  const isShared = shared !== undefined && (shared.quota > 0 || shared.expiryTime > 0)
  const { down, up } = speedsOf(limits, client.slowed).own
  const slow = isShared && client.slowed === 'ended' ? { speedDown: down, speedUp: up } : {}
  // Which devices there are is decided here: a node only gets the keys that work (ADR 101).
  const deviceSecrets = takesKeys ? secretsToSend(client) : ''
  return { ...client, ...limits, ...slow, planId: 0, deviceKeys: false, deviceSecrets }
}

/** The desired state of a node, from the tables: it is stored nowhere else. `ids` limits it to some keys. */
export function createDesired(db: Pick<Db, 'engine'>) {
  const sets = setsFor(db.engine)
  const { among } = sets
  const rates = createRates(db, () => false)

  async function inbounds(source: Reader | Tx, node: number): Promise<Map<number, DesiredInbound>> {
    const rows = await source
      .selectFrom('inbounds')
      .selectAll()
      .where('node_id', '=', node)
      .orderBy('id')
      .execute()
    const fallbacks = await fallbacksOn(source, node, rows)
    return new Map(
      rows.map((row) => [
        row.id,
        desiredInbound(
          { ...toInboundFields(row), enable: isOpen(row) },
          row.tag,
          node,
          fallbacks.get(row.id),
        ),
      ]),
    )
  }

  /** On how many machines each client is: nodes, and this panel. */
  async function places(source: Reader | Tx, ids: readonly number[]): Promise<Map<number, number>> {
    const found = await readInChunks(ids, async (part) => {
      const { rows } = await sql<{ id: number; n: number }>`select ci.client_id as id,
          count(distinct coalesce(i.node_id, 0)) as n
        from client_inbounds ci join inbounds i on i.id = ci.inbound_id
        where ${among('ci.client_id', part)} group by ci.client_id`.execute(source)
      return rows
    })
    return new Map(found.map(({ id, n }) => [id, Number(n)]))
  }

  async function usedBytes(source: Reader | Tx, emails: readonly string[]): Promise<Map<string, number>> {
    const query = source.selectFrom('client_traffics').select(['email', 'up', 'down'])
    const rows = await readInChunks(emails, (part) => query.where(among('email', part)).execute())
    return new Map(rows.map(({ email, up, down }) => [email, up + down]))
  }

  async function attached(source: Reader | Tx, node: number, ids?: readonly number[]) {
    const query = source
      .selectFrom('clients as c')
      .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
      .innerJoin('inbounds as i', 'i.id', 'ci.inbound_id')
      .selectAll('c')
      .select(['ci.inbound_id', 'ci.flow_override'])
      .where('i.node_id', '=', node)
      .orderBy('c.id')
      .orderBy('ci.inbound_id')
    const rows = ids
      ? await readInChunks(ids, (part) => query.where(among('c.id', part)).execute())
      : await query.execute()
    return rows.filter((row) => !isClosedFor({ spentInbounds: row.spent_inbounds }, { id: row.inbound_id }))
  }

  /** Whether the node takes keys of devices, as it last said. */
  async function hasKeys(source: Reader | Tx, node: number): Promise<boolean> {
    const found = await source.selectFrom('nodes').select('fleet').where('id', '=', node).executeTakeFirst()
    return takesDeviceKeys(found?.fleet ?? 0)
  }

  async function clients(
    source: Reader | Tx,
    node: number,
    desired: ReadonlyMap<number, DesiredInbound>,
    ids?: readonly number[],
  ): Promise<Map<number, DesiredClientRow>> {
    const rows = await attached(source, node, ids)
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
    const uniqueIds = unique.map(({ id }) => id)
    const emails = unique.map(({ email }) => email)
    const where = await places(source, uniqueIds)
    const used = await usedBytes(source, emails)
    const takesKeys = await hasKeys(source, node)
    const rate = await rates.onNode(
      source,
      node,
      emails.map((name) => ({ name })),
    )
    const limits = await readPolicies(source, sets, unique.map(toClient))
    const found = new Map<number, DesiredClientRow & { on: DesiredClient['on'][number][] }>()
    for (const row of unique)
      found.set(row.id, {
        client: atNode(toClient(row), limits(toClient(row)), takesKeys),
        on: [],
        used: used.get(row.email) ?? 0,
        places: where.get(row.id) ?? 1,
        rate: rate?.(row.email, undefined) ?? 100,
      })
    for (const row of rows) {
      const inbound = desired.get(row.inbound_id)
      if (inbound) found.get(row.id)?.on.push({ inbound, flowOverride: row.flow_override })
    }
    return found
  }

  return { inbounds, clients, places }
}

export type Desired = ReturnType<typeof createDesired>

/**
 * The fallback rows of inbounds that run on one node, as the core of that node gets them. The node itself has no such
 * rows: to it they are the fallbacks in the settings of the inbound.
 */
async function fallbacksOn(
  source: Reader | Tx,
  node: number,
  inbounds: readonly InboundRow[],
): Promise<Map<number, CoreFallback[]>> {
  const rows = await source
    .selectFrom('inbound_fallbacks as f')
    .innerJoin('inbounds as i', 'i.id', 'f.master_id')
    .selectAll('f')
    .where('i.node_id', '=', node)
    .execute()
  const byMaster = Map.groupBy(rows.map(toFallback), ({ masterId }) => masterId)
  const byId = new Map(inbounds.map((row) => [row.id, toFallbackInbound(row)]))
  return new Map(
    [...byMaster].flatMap(([master, list]) => {
      const inbound = byId.get(master)
      if (!inbound || !canHostFallbacks(inbound)) return []
      const fallbacks = coreFallbacks(inbound, list, (id) => byId.get(id))
      return fallbacks.length > 0 ? [[master, fallbacks] as const] : []
    }),
  )
}

/** Inbounds on nodes whose fallbacks may lead elsewhere after this change, with their node. */
export function createMasters(db: Pick<Db, 'engine'>) {
  const { among } = setsFor(db.engine)

  /** The rows of a child that was deleted are gone with it: every inbound of the node that can have some counts. */
  async function besides(tx: Tx, removed: readonly { id: number }[]): Promise<[number, number][]> {
    const found: [number, number][] = []
    for (const part of chunked(removed.map(({ id }) => id))) {
      const rows = await tx
        .selectFrom('inbounds as i')
        .innerJoin('node_inbounds as p', 'p.node_id', 'i.node_id')
        .selectAll('i')
        .where(among('p.inbound_id', part))
        .execute()
      for (const row of rows)
        if (row.node_id && canHostFallbacks(toFallbackInbound(row))) found.push([row.id, row.node_id])
    }
    return found
  }

  return async function mastersOf(tx: Tx, change: Change): Promise<Map<number, number>> {
    if (change.kind !== 'inbounds-changed') return new Map()
    const found: [number, number][] = await besides(tx, change.removed)
    for (const part of chunked(change.ids)) {
      const rows = await tx
        .selectFrom('inbound_fallbacks as f')
        .innerJoin('inbounds as i', 'i.id', 'f.master_id')
        .select(['i.id', 'i.node_id'])
        .where(among('f.child_id', part))
        .where('i.node_id', '>', 0)
        .execute()
      for (const { id, node_id } of rows) if (node_id) found.push([id, node_id])
    }
    return new Map(found)
  }
}
