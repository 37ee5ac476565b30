import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Act } from '#contract/acts.ts'
import { blankHost as blank, type Host, type HostGroup, type HostInput } from '#contract/host.ts'
import { takesAddressKeys } from '#domain/core-config/address-keys.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader, Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { check, createHostReads } from './reads.ts'
import { createHostsReview } from './review.ts'
import { changeOf, describe, describeAll, orderOf, type Said } from './told.ts'

export interface By {
  userId: number
  actor: Actor
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Deps = Pick<Base, 'commit' | 'db' | 'now'>

/** On which inbounds the links of these addresses have keys of their own. */
const keysOf = ({ ownKeys, inboundIds }: HostGroup): number[] =>
  ownKeys ? inboundIds.toSorted((a, b) => a - b) : []

/**
 * Owns `hosts` and `host_groups`: operators' advertised addresses, sets of hosts that links of some inbounds use instead of the server's own. A set
 * belongs to the owner of its inbounds; other users do not see it.
 */
export function createHosts({ db, now, commit }: Deps) {
  const { among } = setsFor(db.engine)
  const reads = createHostReads(db)
  const { groups, named, owned, inboundsFor } = reads

  const one = async (source: Reader | Tx, userId: number, groupId: string): Promise<HostGroup> =>
    (await named(source, userId, [groupId]))[0] as HostGroup // `named` returns it or throws

  const exists = async (source: Reader | Tx, groupId: string): Promise<boolean> =>
    (await source
      .selectFrom('host_groups')
      .select('group_id')
      .where('group_id', '=', groupId)
      .executeTakeFirst()) !== undefined

  async function members(source: Reader | Tx, group: HostGroup): Promise<Host[]> {
    const row = await source
      .selectFrom('host_groups')
      .selectAll()
      .where('group_id', '=', group.groupId)
      .executeTakeFirstOrThrow()
    const rows = await source
      .selectFrom('hosts')
      .selectAll()
      .where('group_id', '=', group.groupId)
      .orderBy('id')
      .execute()
    const { hosts: _, inboundIds: __, muxParams, sockoptParams, ...words } = group
    return rows.map((r) => ({
      ...words,
      id: r.id,
      inboundId: r.inbound_id,
      address: r.address,
      muxParams: muxParams || null,
      sockoptParams: sockoptParams || null,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }))
  }

  async function inboundNames(tx: Tx, userId: number, ...of: readonly HostGroup[]) {
    const found = await owned(tx, [...new Set(of.flatMap((g) => g.inboundIds))], userId)
    const names = new Map(found.map(({ id, remark, tag }) => [id, remark || tag]))
    return (id: number) => names.get(id) ?? `#${id}`
  }

  /** Once they have keys, addresses keep them: their links go on working without a multiplier. */
  async function keyNumber(tx: Tx, groupId: string): Promise<number> {
    const rows = await tx.selectFrom('host_groups').select(['group_id', 'key_number']).execute()
    const own = rows.find((row) => row.group_id === groupId)?.key_number ?? 0
    return own > 0 ? own : rows.reduce((most, row) => Math.max(most, row.key_number), 0) + 1
  }

  async function save(tx: Tx, groupId: string, input: HostInput, userId: number): Promise<HostGroup> {
    const { inboundIds, hosts, isDisabled, sortOrder, trafficMultiplier: multiplier, ...rest } = input
    const { groupId: _, ownKeys = false, ...words } = rest
    check(input)
    await inboundsFor(tx, input, userId)
    const data = JSON.stringify(words)
    const common = {
      data,
      updated_at: now(),
      ...(multiplier !== undefined && { multiplier }),
      ...((ownKeys || typeof multiplier === 'number') && { key_number: await keyNumber(tx, groupId) }),
      ...(isDisabled !== undefined && { is_disabled: isDisabled }),
      ...(sortOrder !== undefined && { sort_order: sortOrder }),
    }
    await tx
      .insertInto('host_groups')
      .values({ group_id: groupId, created_at: now(), ...common })
      .onConflict((c) => c.column('group_id').doUpdateSet(common))
      .execute()
    await tx.deleteFrom('hosts').where('group_id', '=', groupId).execute()
    const pairs = [...new Set(inboundIds)].flatMap((inbound_id) =>
      [...new Set(hosts)].map((address) => ({ group_id: groupId, inbound_id, address })),
    )
    await tx.insertInto('hosts').values(pairs).execute()
    return one(tx, userId, groupId)
  }

  /** Without `said` nothing changed. */
  const write = <T>(
    { actor }: By,
    action: Act,
    object: string,
    work: (tx: Tx) => Promise<{ result: T; said?: Said; keys?: boolean }>,
  ): Promise<T> =>
    commit(actor, async (tx) => {
      const { result, said, keys = false } = await work(tx)
      if (!said) return { result }
      const entry = { action, objectKind: 'hosts', object, ...said }
      return { result, change: { kind: 'hosts-changed', ...(keys && { keys }) }, action: entry }
    })

  const told = (ids: readonly string[]): string => ids.join(' ').slice(0, 200)

  return {
    list: ({ userId }: By) => groups(db.read, userId),
    get: (groupId: string, { userId }: By) => one(db.read, userId, groupId),
    byInbound: async (inboundId: number, { userId }: By) =>
      (await groups(db.read, userId)).filter((g) => g.inboundIds.includes(inboundId)),
    /** Nothing is stored. */
    review: createHostsReview(db, reads),
    tags: async ({ userId }: By) =>
      [...new Set((await groups(db.read, userId)).flatMap((g) => g.tags))].sort(),
    async add(input: HostInput, by: By) {
      const wanted = input.groupId ?? ''
      const groupId = uuid.test(wanted) && !(await exists(db.read, wanted)) ? wanted : randomUUID()
      return write(by, 'hosts.add', groupId, async (tx) => {
        if (await exists(tx, groupId)) throw new Refusal('version.changed', {}, 'groupId')
        const group = await save(tx, groupId, input, by.userId)
        const after = describe(group, await inboundNames(tx, by.userId, group))
        return { result: await members(tx, group), said: { after }, keys: group.ownKeys }
      })
    },
    update: (groupId: string, input: HostInput, by: By) =>
      write(by, 'hosts.update', groupId, async (tx) => {
        const before = await one(tx, by.userId, groupId)
        const { isDisabled, sortOrder, trafficMultiplier, ownKeys } = before
        const kept = { isDisabled, sortOrder, trafficMultiplier }
        const same = isDeepStrictEqual(before, { ...blank, ...kept, ...input, ownKeys, groupId })
        if (same) return { result: await members(tx, before) }
        const after = await save(tx, groupId, input, by.userId)
        const said = changeOf(before, after, await inboundNames(tx, by.userId, before, after))
        const keys = !isDeepStrictEqual(keysOf(before), keysOf(after))
        return { result: await members(tx, after), said, keys }
      }),
    del: (ids: readonly string[], by: By) =>
      write(by, 'hosts.del', told(ids), async (tx) => {
        const gone = await named(tx, by.userId, ids)
        await tx.deleteFrom('hosts').where(among('group_id', ids)).execute()
        await tx.deleteFrom('host_groups').where(among('group_id', ids)).execute()
        if (gone.length === 0) return { result: null }
        const before = describeAll(gone, await inboundNames(tx, by.userId, ...gone))
        return { result: null, said: { before }, keys: gone.some(({ ownKeys }) => ownKeys) }
      }),
    setEnable: (ids: readonly string[], enable: boolean, by: By) =>
      write(by, enable ? 'hosts.enable' : 'hosts.disable', told(ids), async (tx) => {
        const other = (await named(tx, by.userId, ids)).filter((g) => g.isDisabled === enable)
        if (other.length === 0) return { result: null }
        const changed = other.map((g) => g.groupId)
        const set = { is_disabled: !enable, updated_at: now() }
        await tx.updateTable('host_groups').set(set).where(among('group_id', changed)).execute()
        const switched = other.map((g) => ({ ...g, isDisabled: !enable }))
        const after = describeAll(switched, await inboundNames(tx, by.userId, ...other))
        return { result: null, said: { after } }
      }),
    reorder: (ids: readonly string[], by: By) =>
      write(by, 'hosts.reorder', `${ids.length} sets`, async (tx) => {
        const before = await groups(tx, by.userId, ids)
        const after = await named(tx, by.userId, ids)
        const changed = after.map((g, i) => ({ ...g, i })).filter((g) => g.sortOrder !== g.i)
        for (const { groupId, i } of changed)
          await tx.updateTable('host_groups').set({ sort_order: i }).where('group_id', '=', groupId).execute()
        return { result: null, ...(changed.length > 0 && { said: orderOf(before, after) }) }
      }),
    /** Refuses an inbound that would take away the multipliers of its addresses. */
    async keepsKeys(tx: Tx, inboundId: number, fields: InboundFields): Promise<void> {
      if (takesAddressKeys(fields)) return
      const rows = await tx
        .selectFrom('hosts as h')
        .innerJoin('host_groups as g', 'g.group_id', 'h.group_id')
        .select('h.address')
        .where('h.inbound_id', '=', inboundId)
        .where('g.multiplier', 'is not', null)
        .limit(5)
        .execute()
      if (rows.length === 0) return
      const addresses = rows.map(({ address }) => address).join(', ')
      throw new Refusal(
        'inbound.address-multipliers',
        { addresses },
        runsHere(fields) ? 'protocol' : 'nodeId',
      )
    },
    /** Removes addresses of deleted inbounds, and sets that are left empty. */
    async release(tx: Tx, inboundIds: readonly number[]): Promise<void> {
      const gone = await tx
        .deleteFrom('hosts')
        .where(among('inbound_id', inboundIds))
        .returning('group_id')
        .execute()
      if (gone.length === 0) return
      const ids = gone.map((h) => h.group_id)
      await tx
        .deleteFrom('host_groups')
        .where(among('group_id', ids))
        .where('group_id', 'not in', (e) => e.selectFrom('hosts').select('group_id'))
        .execute()
    },
  }
}

export type Hosts = ReturnType<typeof createHosts>
