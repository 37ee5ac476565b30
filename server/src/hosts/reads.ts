import { blankHost as blank, type HostGroup, type HostInput } from '#contract/host.ts'
import { takesAddressKeys } from '#domain/core-config/address-keys.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { Refusal } from '#domain/refusal.ts'
import { isMultiplier, mostMultiplier } from '#domain/traffic/charge.ts'
import { parseBlock } from '../platform/db/json.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import type { InboundRow } from '../store/rows/inbound.ts'
import { setsFor } from '../store/sets.ts'

/** Groups of a user, and the inbounds that they may name. */
export function createHostReads(db: Pick<Db, 'engine'>) {
  const { among } = setsFor(db.engine)

  const addresses = (source: Reader | Tx, userId: number) =>
    source
      .selectFrom('hosts as h')
      .innerJoin('inbounds as i', 'i.id', 'h.inbound_id')
      .selectAll('h')
      .where('i.user_id', '=', userId)
      .orderBy('h.id')

  async function groups(source: Reader | Tx, userId: number, ids?: readonly string[]): Promise<HostGroup[]> {
    let query = addresses(source, userId)
    if (ids) query = query.where(among('h.group_id', ids.filter(isStorable)))
    const hosts = Map.groupBy(await query.execute(), (host) => host.group_id)
    const rows = await source
      .selectFrom('host_groups')
      .selectAll()
      .where(among('group_id', [...hosts.keys()]))
      .orderBy('sort_order')
      .orderBy('created_at')
      .orderBy('group_id')
      .execute()
    return rows.map((row) => {
      const mine = hosts.get(row.group_id) ?? []
      return {
        ...blank,
        ...(parseBlock(row.data) as Partial<HostGroup>), // written by `save` from a validated body
        isDisabled: row.is_disabled,
        sortOrder: row.sort_order,
        trafficMultiplier: row.multiplier,
        ownKeys: row.key_number > 0,
        groupId: row.group_id,
        hosts: [...new Set(mine.map((h) => h.address))],
        inboundIds: [...new Set(mine.map((h) => h.inbound_id))],
      }
    })
  }

  /** All of them, in the given order. */
  async function named(source: Reader | Tx, userId: number, ids: readonly string[]): Promise<HostGroup[]> {
    const found = new Map((await groups(source, userId, ids)).map((g) => [g.groupId, g]))
    return [...new Set(ids)].map((id) => {
      const group = found.get(id)
      if (!group) throw new Refusal('host.group-missing', { id }, 'groupId')
      return group
    })
  }

  /** The user's inbounds; refuses those that are not. */
  async function owned(source: Reader | Tx, inboundIds: readonly number[], userId: number) {
    const found = await source
      .selectFrom('inbounds')
      .select(['id', 'remark', 'tag', 'protocol', 'settings', 'node_id'])
      .where('user_id', '=', userId)
      .where(among('id', inboundIds.filter(isRowId)))
      .orderBy('id')
      .execute()
    const missing = inboundIds.find((id) => !found.some((f) => f.id === id))
    if (missing !== undefined) throw new Refusal('inbound.missing', { id: missing }, 'inboundIds')
    return found
  }

  /** The inbounds of a set of addresses, which must be able to have its multiplier. */
  async function inboundsFor(
    source: Reader | Tx,
    { inboundIds, trafficMultiplier }: HostInput,
    userId: number,
  ) {
    const found = await owned(source, inboundIds, userId)
    if (typeof trafficMultiplier === 'number') for (const row of found) checkTakesKeys(row)
    return found
  }

  return { groups, named, owned, inboundsFor }
}

export type HostReads = ReturnType<typeof createHostReads>

type Owned = Pick<InboundRow, 'remark' | 'tag' | 'protocol' | 'settings' | 'node_id'>

function checkTakesKeys({ remark, tag, protocol, settings, node_id: nodeId }: Owned): void {
  if (takesAddressKeys({ protocol, settings: parseBlock(settings), nodeId })) return
  const why = runsHere({ nodeId }) ? 'host.multiplier-protocol' : 'host.multiplier-node'
  throw new Refusal(why, { inbound: remark || tag }, 'trafficMultiplier')
}

export function check({ port, hosts, trafficMultiplier = null }: HostInput): void {
  if (trafficMultiplier !== null && !isMultiplier(trafficMultiplier))
    throw new Refusal('input.not-multiplier', { max: mostMultiplier }, 'trafficMultiplier')
  if (port !== undefined && (port < 0 || port > 65_535)) throw new Refusal('host.port-invalid', {}, 'port')
  const bad = hosts.find((h) => /[\s\p{Cc}\p{Cs}/\\<>"'`@#?]/u.test(h))
  if (bad !== undefined) throw new Refusal('host.name-invalid', { name: bad }, 'hosts')
}
