import { randomUUID } from 'node:crypto'
import type { Host, HostGroup, HostInput } from '#contract/host.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../audit/trail.ts'
import type { Publish } from '../changes/bus.ts'
import { parseBlock } from '../db/json.ts'
import type { Db, Reader, Tx } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
}

/** A group's words without its addresses; what nobody said stays blank and leaves the inbound's own value. */
const blank: Omit<HostGroup, 'groupId' | 'hosts' | 'inboundIds'> = {
  remark: '',
  port: 0,
  security: 'same',
  sni: '',
  alpn: [],
  fingerprint: '',
  hostHeader: '',
  path: '',
  allowInsecure: false,
  echConfigList: '',
  pinnedPeerCertSha256: [],
  verifyPeerCertByName: '',
  overrideSniFromAddress: false,
  keepSniBlank: false,
  excludeFromSubTypes: [],
  finalMask: '',
  isDisabled: false,
  isHidden: false,
  mihomoIpVersion: 'dual',
  mihomoX25519: false,
  serverDescription: '',
  shuffleHost: false,
  sortOrder: 0,
  tags: [],
  vlessRoute: '',
  nodeGuids: [],
  muxParams: '',
  sockoptParams: '',
}

/** Operators' advertised addresses: sets of hosts that links of some inbounds name instead of the server's own. */
export function createHosts({ db, now, publish }: Deps) {
  async function groups(source: Reader | Tx, ids?: readonly string[]): Promise<HostGroup[]> {
    let query = source
      .selectFrom('host_groups')
      .selectAll()
      .orderBy('sort_order')
      .orderBy('created_at')
      .orderBy('group_id')
    if (ids) query = query.where('group_id', 'in', ids.length > 0 ? ids : [''])
    const rows = await query.execute()
    const hosts = await source.selectFrom('hosts').selectAll().orderBy('id').execute()
    return rows.map((row) => {
      const mine = hosts.filter((h) => h.group_id === row.group_id)
      return {
        ...blank,
        ...(parseBlock(row.data) as Partial<HostGroup>), // written by `save` from a checked body
        isDisabled: row.is_disabled,
        sortOrder: row.sort_order,
        groupId: row.group_id,
        hosts: [...new Set(mine.map((h) => h.address))],
        inboundIds: [...new Set(mine.map((h) => h.inbound_id))],
      }
    })
  }

  async function one(source: Reader | Tx, groupId: string): Promise<HostGroup> {
    const [group] = await groups(source, [groupId])
    if (!group) throw new Refusal(`There is no set of addresses ${groupId} (record not found).`, 'groupId')
    return group
  }

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

  async function save(tx: Tx, groupId: string, input: HostInput, userId: number): Promise<Host[]> {
    const { inboundIds, hosts, isDisabled, sortOrder, ...words } = input
    check(input)
    const found = await tx
      .selectFrom('inbounds')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', 'in', inboundIds)
      .execute()
    const missing = inboundIds.find((id) => !found.some((f) => f.id === id))
    if (missing !== undefined)
      throw new Refusal(`There is no inbound ${missing} (record not found).`, 'inboundIds')
    const data = JSON.stringify(words)
    const common = {
      data,
      updated_at: now(),
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
    return members(tx, await one(tx, groupId))
  }

  async function write<T>(
    actor: Actor,
    action: string,
    object: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const result = await db.write(async (tx) => {
      const done = await work(tx)
      await appendAudit(tx, actor, { action, objectKind: 'hosts', object }, now())
      return done
    })
    await publish({ kind: 'hosts-changed' })
    return result
  }

  return {
    list: () => groups(db.read),
    get: (groupId: string) => one(db.read, groupId),
    byInbound: async (inboundId: number) =>
      (await groups(db.read)).filter((g) => g.inboundIds.includes(inboundId)),
    tags: async () => [...new Set((await groups(db.read)).flatMap((g) => g.tags))].sort(),
    add(input: HostInput, userId: number, actor: Actor) {
      const groupId = randomUUID()
      return write(actor, 'hosts.add', groupId, (tx) => save(tx, groupId, input, userId))
    },
    update: (groupId: string, input: HostInput, userId: number, actor: Actor) =>
      write(actor, 'hosts.update', groupId, async (tx) => {
        await one(tx, groupId)
        return save(tx, groupId, input, userId)
      }),
    del: (ids: readonly string[], actor: Actor) =>
      write(actor, 'hosts.del', ids.join(' ').slice(0, 200), async (tx) => {
        for (const id of ids) await one(tx, id)
        if (ids.length === 0) return null
        await tx.deleteFrom('hosts').where('group_id', 'in', ids).execute()
        await tx.deleteFrom('host_groups').where('group_id', 'in', ids).execute()
        return null
      }),
    setEnable: (ids: readonly string[], enable: boolean, actor: Actor) =>
      write(actor, enable ? 'hosts.enable' : 'hosts.disable', ids.join(' ').slice(0, 200), async (tx) => {
        for (const id of ids) await one(tx, id)
        if (ids.length > 0)
          await tx
            .updateTable('host_groups')
            .set({ is_disabled: !enable, updated_at: now() })
            .where('group_id', 'in', ids)
            .execute()
        return null
      }),
    reorder: (ids: readonly string[], actor: Actor) =>
      write(actor, 'hosts.reorder', `${ids.length} sets`, async (tx) => {
        for (const [i, id] of ids.entries()) {
          await one(tx, id)
          await tx.updateTable('host_groups').set({ sort_order: i }).where('group_id', '=', id).execute()
        }
        return null
      }),
  }
}

export type Hosts = ReturnType<typeof createHosts>

function check({ port, hosts }: HostInput): void {
  if (port !== undefined && (port < 0 || port > 65_535))
    throw new Refusal("port: use 1 to 65535, or 0 for the inbound's own.", 'port')
  const bad = hosts.find((h) => /[\s/\\<>"'`@#?]/u.test(h))
  if (bad !== undefined) throw new Refusal(`hosts: "${bad}" is no host name or address.`, 'hosts')
}
