import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { blankHost, type HostGroup, type HostInput } from '#contract/host.ts'
import type { HostsReview, HostsReviewInput } from '#contract/hosts-api.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { check, type HostReads } from './reads.ts'
import type { By } from './room.ts'

const isInLinks = (group: HostGroup): boolean => !group.isDisabled && !group.isHidden

/** What links are made of; nothing of a group that is disabled or hidden. Another multiplier changes no link: only the first one does. */
function inLinks(group: HostGroup | undefined) {
  if (!group || !isInLinks(group)) return undefined
  const { groupId: _, tags: __, inboundIds: ___, trafficMultiplier: ____, ...rest } = group
  return rest
}

/** The inbounds are a set. */
const shown = (
  { groupId: _, ownKeys: __, ...rest }: HostGroup = { ...blankHost, groupId: '', hosts: [], inboundIds: [] },
) => ({ ...rest, inboundIds: rest.inboundIds.toSorted((a, b) => a - b) })

/** As it would be stored: without keys that have no value, and without repetitions. */
function stored(host: HostInput, groupId: string, before: HostGroup | undefined): HostGroup {
  const { isDisabled = false, sortOrder = 0, trafficMultiplier = null, ownKeys = false } = before ?? {}
  const given = Object.fromEntries(
    Object.entries(host).filter(([, value]) => value !== undefined),
  ) as Partial<HostGroup>
  const [hosts, inboundIds] = [[...new Set(host.hosts)], [...new Set(host.inboundIds)]]
  const after = {
    ...blankHost,
    isDisabled,
    sortOrder,
    trafficMultiplier,
    ...given,
    hosts,
    inboundIds,
    groupId,
  }
  return { ...after, ownKeys: ownKeys || given.ownKeys === true || after.trafficMultiplier !== null }
}

/** Inbounds on which keys of these addresses end. */
const withoutKeys = (before: HostGroup | undefined, after: HostGroup | undefined): number[] =>
  before?.ownKeys ? before.inboundIds.filter((id) => !after?.inboundIds.includes(id)) : []

/** Inbounds that lose or get addresses, or all of them if the addresses themselves change. */
function concerned(before: HostGroup | undefined, after: HostGroup | undefined): number[] {
  const [old, next] = [inLinks(before), inLinks(after)]
  const had = old ? (before?.inboundIds ?? []) : []
  const has = next ? (after?.inboundIds ?? []) : []
  if (!isDeepStrictEqual(old, next)) return [...new Set([...had, ...has])]
  return [...had.filter((id) => !has.includes(id)), ...has.filter((id) => !had.includes(id))]
}

function reordered(before: readonly HostGroup[], after: readonly HostGroup[]): number[] {
  const orderOf = (groups: readonly HostGroup[], id: number) =>
    groups.filter((g) => isInLinks(g) && g.inboundIds.includes(id)).map((g) => g.groupId)
  return [...new Set(before.flatMap((g) => g.inboundIds))].filter(
    (id) => !isDeepStrictEqual(orderOf(before, id), orderOf(after, id)),
  )
}

const nameOf = ({ remark, hosts }: HostGroup): string => remark || hosts.join(', ')

/** Which links a save, a deletion or another order of advertised addresses would change, and whose. */
export function createHostsReview(db: Db, { groups: all, named, owned, inboundsFor }: HostReads) {
  const { among } = setsFor(db.engine)

  /** These inbounds, and those behind them as fallbacks that have no addresses of their own. */
  async function withChildren(ids: readonly number[], userId: number): Promise<number[]> {
    const own = new Set((await all(db.read, userId)).filter(isInLinks).flatMap((g) => g.inboundIds))
    const rows = await db.read
      .selectFrom('inbound_fallbacks as f')
      .innerJoin('inbounds as i', 'i.id', 'f.child_id')
      .select('f.child_id')
      .where(among('f.master_id', ids))
      .where('i.user_id', '=', userId)
      .execute()
    const children = rows.map((row) => row.child_id).filter((id) => !own.has(id))
    return [...new Set([...ids, ...children])]
  }

  async function audience(ids: readonly number[], userId: number) {
    const counted = await sql<{ id: number; clients: number }>`select inbound_id as id, count(*) as clients
      from client_inbounds where ${among('inbound_id', ids)} group by inbound_id`.execute(db.read)
    const total = await sql<{ clients: number; subs: number }>`select count(distinct c.id) as clients,
      count(distinct c.sub_id) as subs from client_inbounds ci join clients c on c.id = ci.client_id
      where ${among('ci.inbound_id', ids)}`.execute(db.read)
    const of = new Map(counted.rows.map((row) => [row.id, Number(row.clients)]))
    const found = await owned(db.read, ids, userId)
    return {
      inbounds: found.map(({ id, remark }) => ({ id, remark, clients: of.get(id) ?? 0 })),
      clients: Number(total.rows[0]?.clients ?? 0),
      subscriptions: Number(total.rows[0]?.subs ?? 0),
    }
  }

  async function clientsOn(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0
    const found = await sql<{ clients: number }>`select count(distinct client_id) as clients
      from client_inbounds where ${among('inbound_id', ids)}`.execute(db.read)
    return Number(found.rows[0]?.clients ?? 0)
  }

  async function ofOrder(order: readonly string[], userId: number): Promise<HostsReview> {
    const before = await all(db.read, userId)
    await named(db.read, userId, order)
    const places = new Map(order.map((groupId, i) => [groupId, i]))
    const placeOf = (g: HostGroup) => places.get(g.groupId) ?? g.sortOrder
    const after = before.toSorted((a, b) => placeOf(a) - placeOf(b))
    const names = { before: before.map(nameOf), after: after.map(nameOf) }
    const isSame = isDeepStrictEqual(before, after)
    const ids = await withChildren(reordered(before, after), userId)
    return {
      changes: isSame ? [] : [{ path: 'order', ...names }],
      more: 0,
      keysEnd: 0,
      ...(await audience(ids, userId)),
    }
  }

  return async ({ groupId, host, order }: HostsReviewInput, { userId }: By): Promise<HostsReview> => {
    if (order) return ofOrder(order, userId)
    if (groupId === undefined && !host) throw new Refusal('host.review-empty', {}, 'host')
    const [before] = groupId === undefined ? [] : await named(db.read, userId, [groupId])
    if (host) {
      check(host)
      await inboundsFor(db.read, host, userId)
    }
    const after = host && stored(host, groupId ?? '', before)
    const ids = await withChildren(concerned(before, after), userId)
    const keysEnd = await clientsOn(withoutKeys(before, after))
    return { ...configDiff(shown(before), shown(after)), ...(await audience(ids, userId)), keysEnd }
  }
}
