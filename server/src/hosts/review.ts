import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { blankHost, type HostGroup, type HostInput } from '#contract/host.ts'
import type { HostsReview } from '#contract/hosts-api.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import type { Db, Reader } from '../platform/db/open.ts'
import { setsFor } from '../platform/db/sets.ts'
import type { By } from './service.ts'

interface Deps {
  db: Db
  one(source: Reader, userId: number, groupId: string): Promise<HostGroup>
  /** Refuses inbounds that are not the user's. */
  owned(source: Reader, ids: readonly number[], userId: number): Promise<{ id: number; remark: string }[]>
  check(input: HostInput): void
}

/** What links are made of; nothing of a group that is disabled. */
function inLinks(group: HostGroup | undefined) {
  if (!group || group.isDisabled) return undefined
  const { groupId: _, tags: __, inboundIds: ___, ...rest } = group
  return rest
}

const shown = (
  { groupId: _, ...rest }: HostGroup = { ...blankHost, groupId: '', hosts: [], inboundIds: [] },
) => rest

/** Without keys that have no value: they mean the blank. */
const given = (host: HostInput) =>
  Object.fromEntries(Object.entries(host).filter(([, value]) => value !== undefined)) as Pick<
    HostGroup,
    'hosts' | 'inboundIds'
  > &
    Partial<HostGroup>

/** Inbounds that lose or get addresses, or all of them if the addresses themselves change. */
function concerned(before: HostGroup | undefined, after: HostGroup | undefined): number[] {
  const [old, next] = [inLinks(before), inLinks(after)]
  const had = old ? (before?.inboundIds ?? []) : []
  const has = next ? (after?.inboundIds ?? []) : []
  if (!isDeepStrictEqual(old, next)) return [...new Set([...had, ...has])]
  return [...had.filter((id) => !has.includes(id)), ...has.filter((id) => !had.includes(id))]
}

/** Which links a save or a deletion of advertised addresses would change, and whose. */
export function createHostsReview({ db, one, owned, check }: Deps) {
  const { among } = setsFor(db.engine)

  async function audience(ids: readonly number[]) {
    const counted = await sql<{ id: number; clients: number }>`select inbound_id as id, count(*) as clients
      from client_inbounds where ${among('inbound_id', ids)} group by inbound_id`.execute(db.read)
    const all = await sql<{ clients: number; subs: number }>`select count(distinct c.id) as clients,
      count(distinct c.sub_id) as subs from client_inbounds ci join clients c on c.id = ci.client_id
      where ${among('ci.inbound_id', ids)}`.execute(db.read)
    return {
      of: new Map(counted.rows.map((row) => [row.id, Number(row.clients)])),
      clients: Number(all.rows[0]?.clients ?? 0),
      subscriptions: Number(all.rows[0]?.subs ?? 0),
    }
  }

  return async (
    { groupId, host }: { groupId?: string | undefined; host?: HostInput | undefined },
    { userId }: By,
  ): Promise<HostsReview> => {
    const before = groupId === undefined ? undefined : await one(db.read, userId, groupId)
    if (host) {
      check(host)
      await owned(db.read, host.inboundIds, userId)
    }
    const { isDisabled = false, sortOrder = 0 } = before ?? {}
    const after = host && { ...blankHost, isDisabled, sortOrder, ...given(host), groupId: groupId ?? '' }
    const ids = concerned(before, after)
    const { of, clients, subscriptions } = await audience(ids)
    const inbounds = (await owned(db.read, ids, userId)).map(({ id, remark }) => ({
      id,
      remark,
      clients: of.get(id) ?? 0,
    }))
    return { ...configDiff(shown(before), shown(after)), inbounds, clients, subscriptions }
  }
}
