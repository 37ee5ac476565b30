import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Group, GroupInput } from '#contract/limits.ts'
import { settleEnable } from '#domain/clients/enable.ts'
import { type GroupLimits, noGroupLimits, withGroupLimits } from '#domain/limits/group.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../platform/db/open.ts'
import { toClient } from '../platform/db/rows/client.ts'
import { type LimitRow, toLimits } from '../platform/db/rows/limits.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Bulk } from './bulk.ts'
import { chargedBytes } from './find.ts'
import { checkGroupName as checkName, rememberGroup, toColumns } from './group-names.ts'
import type { By } from './service.ts'
import { imageOf } from './undo/image.ts'
import type { PickWhom, Whom } from './whom.ts'
import { bulkAction, changeOf, outcomeOf, type Writing } from './writing.ts'

const toGroupLimits = (row: LimitRow & { limit_hwid: number }): GroupLimits => ({
  ...toLimits(row),
  limitHwid: row.limit_hwid,
})

/** A group is a label on its clients, and may limit them; a group without clients or limits need not be stored. */
export function createGroups(w: Writing, bulk: Bulk, pickWhom: PickWhom) {
  const { db, find } = w

  const membersOf = async (source: Tx | typeof db.read, name: string): Promise<string[]> =>
    (
      await source
        .selectFrom('clients')
        .select('email')
        .where('group_name', '=', name)
        .where('group_name', '<>', '')
        .orderBy('id')
        .execute()
    ).map((r) => r.email)

  /** Moves clients into a group (blank: out of their group) and returns those that moved. */
  async function move(tx: Tx, emails: readonly string[], group: string) {
    const known = [...(await find.many(tx, emails)).values()].filter((k) => k.row.group_name !== group)
    const limits = await w.policies(tx, [{ group, planId: 0 }, ...known.map(({ row }) => toClient(row))])
    const drafts = known.map((k) => {
      const next = { ...toClient(k.row), group, updatedAt: w.now() }
      const settled = settleEnable(next, chargedBytes(k.traffic), w.now(), limits(next).whenEnded)
      return { known: k, next: settled, inboundIds: k.inboundIds }
    })
    if (drafts.length > 0) await w.store.save(tx, drafts, w.now())
    return drafts
  }

  /** `renames`: the list of group names changed, even if no client moved. */
  type Picked = { emails: readonly string[]; renames: boolean; made?: object | undefined }

  async function moving(by: By, action: string, group: string, pick: (tx: Tx) => Promise<Picked>) {
    return w.commit(by.actor, async (tx) => {
      const { emails, renames, made } = await pick(tx)
      const drafts = await move(tx, emails, group)
      const moved = drafts.map((d) => d.next.email)
      // A group that was renamed or deleted is gone: its members cannot go back to it.
      const undoable = action === 'group.add' || action === 'group.remove'
      const undo = undoable
        ? await w.keep(
            tx,
            action,
            drafts.map((d) => imageOf(d)),
            made ? [made] : [],
          )
        : {}
      return outcomeOf(
        { affected: drafts.length, ...undo },
        renames || moved.length > 0 ? bulkAction(action, moved, { group }, undo) : undefined,
        drafts.map(changeOf),
      )
    })
  }

  /** True if the name was new. */
  const remember = async (tx: Tx, name: string, limits = noGroupLimits): Promise<boolean> =>
    (await rememberGroup(tx, name, limits)) !== undefined
  /** The limits of the group that went, if it was stored. */
  const forget = async (tx: Tx, name: string): Promise<GroupLimits | undefined> => {
    const row = await tx
      .deleteFrom('client_groups')
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst()
    return row && toGroupLimits(row)
  }
  const stored = async (tx: Tx, name: string): Promise<GroupLimits | undefined> => {
    const row = await tx.selectFrom('client_groups').selectAll().where('name', '=', name).executeTakeFirst()
    return row && toGroupLimits(row)
  }

  const countOf = async (tx: Tx, name: string): Promise<number> => {
    const { n } = await tx
      .selectFrom('clients')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('group_name', '=', name)
      .where('group_name', '<>', '')
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  return {
    async list(): Promise<Group[]> {
      const counted = await db.read
        .selectFrom('clients')
        .select(['group_name as name', (e) => e.fn.countAll<number>().as('n')])
        .where('group_name', '<>', '')
        .groupBy('group_name')
        .execute()
      const rows = await db.read.selectFrom('client_groups').selectAll().execute()
      const limits = new Map(rows.map((row) => [row.name, toGroupLimits(row)]))
      const counts = new Map([
        ...rows.map((r) => [r.name, 0] as const),
        ...counted.map((r) => [r.name, Number(r.n)] as const),
      ])
      return [...counts]
        .map(([name, clientCount]) => ({ name, clientCount, ...(limits.get(name) ?? noGroupLimits) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    emails: async (name: string) => (isStorable(name) ? membersOf(db.read, name) : []),
    async create(input: GroupInput, { actor }: By) {
      const name = checkName(input.name)
      const limits = withGroupLimits(noGroupLimits, input)
      try {
        return await w.commit(actor, async (tx) => {
          if ((await countOf(tx, name)) > 0) throw new Refusal('group.exists', { name }, 'name')
          await tx
            .insertInto('client_groups')
            .values({ name, ...toColumns(limits) })
            .execute()
          return outcomeOf(
            { name },
            { action: 'group.create', objectKind: 'group', object: name, after: limits },
          )
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('group.exists', { name }, 'name')
        throw error
      }
    },
    /** Changes the limits that are sent. A group may so far be only a label on its clients. */
    async update(input: GroupInput, { actor }: By): Promise<Group> {
      const name = checkName(input.name)
      withGroupLimits(noGroupLimits, input)
      return w.commit(actor, async (tx) => {
        const had = await stored(tx, name)
        const clientCount = await countOf(tx, name)
        if (!had && clientCount === 0) throw new Refusal('group.missing', { name }, 'name')
        const before = had ?? noGroupLimits
        const after = withGroupLimits(before, input)
        const result = { name, clientCount, ...after }
        if (isDeepStrictEqual(before, after)) return outcomeOf(result, undefined)
        const columns = toColumns(after)
        await tx
          .insertInto('client_groups')
          .values({ name, ...columns })
          .onConflict((c) => c.column('name').doUpdateSet(columns))
          .execute()
        const drafts = await w.settleEnded(tx, sql`group_name = ${name}`)
        const action = { action: 'group.update', objectKind: 'group', object: name, before, after }
        return outcomeOf(result, action, drafts.map(changeOf), [name])
      })
    },
    rename: (oldName: string, newName: string, by: By) => {
      const to = checkName(newName)
      return moving(by, 'group.rename', to, async (tx) => {
        const emails = isStorable(oldName) ? await membersOf(tx, oldName) : []
        const known = isStorable(oldName) ? await forget(tx, oldName) : undefined
        if (emails.length === 0 && !known) throw new Refusal('group.missing', { name: oldName }, 'oldName')
        await remember(tx, to, known)
        return { emails, renames: oldName !== to || !known }
      })
    },
    del: (name: string, by: By) =>
      moving(by, 'group.delete', '', async (tx) => {
        if (!isStorable(name)) return { emails: [], renames: false }
        return { renames: (await forget(tx, name)) !== undefined, emails: await membersOf(tx, name) }
      }),
    bulkAdd: (whom: Whom, group: string, by: By) => {
      const to = checkName(group)
      return moving(by, 'group.add', to, async (tx) => {
        const made = await rememberGroup(tx, to)
        return { renames: made !== undefined, made, emails: await pickWhom(tx, whom) }
      })
    },
    bulkRemove: (whom: Whom, by: By) =>
      moving(by, 'group.remove', '', async (tx) => ({ renames: false, emails: await pickWhom(tx, whom) })),
    async resetTraffic(name: string, by: By) {
      if (isStorable(name)) await bulk.resetTraffic(async (tx) => ({ emails: await membersOf(tx, name) }), by)
      return { name }
    },
  }
}

export type Groups = ReturnType<typeof createGroups>
