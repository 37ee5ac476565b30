import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Act } from '#contract/acts.ts'
import type { Named } from '#contract/follow.ts'
import type { FollowPreview, FollowWish } from '#contract/follow-api.ts'
import type { Group, GroupInput } from '#contract/limits.ts'
import { settleEnable } from '#domain/clients/enable.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { nothingNamed, sameNamed } from '#domain/follow/named.ts'
import { noGroupPolicy, withGroupPolicy } from '#domain/limits/group.ts'
import { sharedUsage } from '#domain/limits/service.ts'
import { Refusal } from '#domain/refusal.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import { namedByGroup, toFollows } from '../store/named.ts'
import type { Reader, Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { type GroupRow, sharedState, toGroupColumns, toGroupPolicy } from '../store/rows/group.ts'
import type { Bulk } from './bulk.ts'
import { draftOf } from './conflicts.ts'
import { skipOf } from './create-many.ts'
import { chargedBytes } from './find.ts'
import { createFollowActs } from './follow/acts.ts'
import { checkGroupName as checkName, rememberGroup } from './group-names.ts'
import { besides } from './quotas/quotas.ts'
import type { PickClients, Selection } from './selection.ts'
import type { By } from './service.ts'
import { imageOf } from './undo/image.ts'
import { bulkAction, changeOf, outcomeOf, settleEnded, type Writing } from './writing.ts'

type GroupWish = FollowWish & { name: string }
type SureWish = { version: string; leaveNone: boolean }

/** A group is a label on its clients, and may limit them; a group without clients or limits need not be stored. */
export function createGroups(w: Writing, bulk: Bulk, pickClients: PickClients) {
  const { db, find } = w
  const follows = createFollowActs(w)

  async function policyOf(source: Reader, asked: string) {
    const name = checkName(asked)
    const isThere =
      (await stored(source, name)) || (await follows.hasMembers(source, { kind: 'group', name }))
    if (!isThere) throw new Refusal('group.missing', { name }, 'name')
    return { kind: 'group' as const, name }
  }

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

  /** Moves clients into a group (blank: out of their group) and returns those that moved. `keep`: what it gave stays. */
  async function move(tx: Tx, emails: readonly string[], group: string, keep: boolean) {
    const known = [...(await find.many(tx, emails)).values()].filter((k) => k.row.group_name !== group)
    const limits = await w.policies(tx, [{ group, planId: 0 }, ...known.map(({ row }) => toClient(row))])
    const drafts = known.map((k) => {
      const next = { ...toClient(k.row), group, updatedAt: w.now() }
      return draftOf(k, settleEnable(next, chargedBytes(k.traffic), w.now(), limits(next)))
    })
    const missing = await w.saveFine(tx, drafts, keep)
    return { drafts, missing }
  }

  /** `renames`: the list of group names changed, even if no client moved. `recounts`: the sum of this group. */
  type Picked = { emails: readonly string[]; renames: boolean; made?: object | undefined; recounts?: string }

  async function moving(by: By, action: Act, group: string, pick: (tx: Tx) => Promise<Picked>) {
    return w.commit(by.actor, async (tx) => {
      const { emails, renames, made, recounts } = await pick(tx)
      const { drafts, missing } = await move(tx, emails, group, action === 'group.delete')
      if (recounts !== undefined) await w.sums.recount(tx, [recounts])
      const moved = drafts.map((d) => d.next.email)
      // A group that was renamed or deleted is gone: its members cannot go back to it.
      const undoable = action === 'group.add' || action === 'group.remove'
      const images = drafts.map((d) => imageOf(d))
      const undo = undoable ? await w.keep(tx, action, images, made ? [made] : []) : {}
      const done = renames || moved.length > 0 ? bulkAction(action, moved, { group }, undo) : undefined
      const notAttached = missing.map(({ draft, why }) => skipOf(draft.next.email, why))
      const result = { affected: drafts.length, ...(notAttached.length > 0 && { notAttached }), ...undo }
      return outcomeOf(result, done, drafts.map(changeOf))
    })
  }

  /** The group that went, if it was stored. */
  const forget = (tx: Tx, name: string): Promise<GroupRow | undefined> =>
    tx.deleteFrom('client_groups').where('name', '=', name).returningAll().executeTakeFirst()
  const stored = (tx: Reader, name: string): Promise<GroupRow | undefined> =>
    tx.selectFrom('client_groups').selectAll().where('name', '=', name).executeTakeFirst()

  const shown = (name: string, clientCount: number, row: GroupRow | undefined): Group => ({
    name,
    clientCount,
    ...(row ? toGroupPolicy(row) : noGroupPolicy),
    ...namedByGroup(row?.follows ?? ''),
    used: row?.used ?? 0,
    ended: row !== undefined && isDepleted(sharedUsage(sharedState(row)), w.now()),
  })

  /** What a request says, and the rest as it was; the inbounds must be there. */
  async function namedBy(source: Tx, was: Named, input: GroupInput, { userId }: By): Promise<Named> {
    const asked = {
      followInbounds: input.followInbounds ?? was.followInbounds,
      inboundIds: input.inboundIds ?? was.inboundIds,
      labels: input.labels ?? was.labels,
    }
    if (sameNamed(was, asked)) return was
    if (!asked.followInbounds && asked.inboundIds.length > 0)
      throw new Refusal('follow.inbounds-alone', {}, 'inboundIds')
    return (await follows.checkedWish(source, { ...asked, takeOver: false }, userId)).named
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
      const byName = new Map(rows.map((row) => [row.name, row]))
      const counts = new Map([
        ...rows.map((r) => [r.name, 0] as const),
        ...counted.map((r) => [r.name, Number(r.n)] as const),
      ])
      return [...counts]
        .map(([name, clientCount]) => shown(name, clientCount, byName.get(name)))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    emails: async (name: string) => (isStorable(name) ? membersOf(db.read, name) : []),
    /** Which members would be attached and detached. */
    preview: async ({ name, ...wish }: GroupWish, { userId }: By): Promise<FollowPreview> =>
      follows.preview(db.read, await policyOf(db.read, name), wish, userId),

    /** It names these inbounds from now on, and its members follow. */
    follow: ({ name, version, leaveNone, ...asked }: GroupWish & SureWish, { userId, actor }: By) =>
      w.commit(actor, async (tx) => {
        const policy = await policyOf(tx, name)
        const had = await stored(tx, policy.name)
        const wish = await follows.checkedWish(tx, asked, userId)
        const was = namedByGroup(had?.follows ?? '')
        const done = await follows.act(
          tx,
          { policy, name: policy.name, was, wish, version, leaveNone, ...(!had && { isNew: true as const }) },
          async (_, named) => {
            const columns = { follows: toFollows(named) }
            await tx
              .insertInto('client_groups')
              .values({ name: policy.name, ...columns })
              .onConflict((c) => c.column('name').doUpdateSet(columns))
              .execute()
          },
        )
        if (sameNamed(was, wish.named) && done.result.changed === 0) return { result: done.result }
        return outcomeOf(done.result, done.action, done.changes, [policy.name])
      }),
    async create(input: GroupInput, by: By) {
      const name = checkName(input.name)
      const policy = withGroupPolicy(noGroupPolicy, input)
      try {
        return await w.commit(by.actor, async (tx) => {
          if ((await countOf(tx, name)) > 0) throw new Refusal('group.exists', { name }, 'name')
          const named = await namedBy(tx, nothingNamed, input, by)
          await w.quotas.checks.check(tx, policy.quotas, [])
          await tx
            .insertInto('client_groups')
            .values({ name, ...toGroupColumns(policy), follows: toFollows(named) })
            .execute()
          const after = { ...policy, ...(named.followInbounds && named) }
          const action = { action: 'group.create' as const, objectKind: 'group', object: name, after }
          return outcomeOf({ name }, action)
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('group.exists', { name }, 'name')
        throw error
      }
    },
    /** Changes what is sent. A group may so far be only a label on its clients. */
    async update(input: GroupInput, by: By): Promise<Group> {
      const name = checkName(input.name)
      withGroupPolicy(noGroupPolicy, input)
      return w.commit(by.actor, async (tx) => {
        const had = await stored(tx, name)
        const clientCount = await countOf(tx, name)
        if (!had && clientCount === 0) throw new Refusal('group.missing', { name }, 'name')
        const was = namedByGroup(had?.follows ?? '')
        const named = await namedBy(tx, was, input, by)
        if (clientCount > 0 && !sameNamed(was, named))
          throw new Refusal('follow.needs-preview', { name }, 'inboundIds')
        const before = { ...(had ? toGroupPolicy(had) : noGroupPolicy), ...was }
        const after = { ...withGroupPolicy(before, input), ...named }
        if (isDeepStrictEqual(before, after)) return outcomeOf(shown(name, clientCount, had), undefined)
        // Another quota is judged by what is counted; without one nothing is summed up.
        const columns = {
          ...{ ...toGroupColumns(after), follows: toFollows(named), cut_at: 0 },
          ...(after.totalGB === 0 && { used: 0 }),
        }
        await w.quotas.checks.check(tx, after.quotas, before.quotas)
        await tx
          .insertInto('client_groups')
          .values({ name, ...columns })
          .onConflict((c) => c.column('name').doUpdateSet(columns))
          .execute()
        if (before.totalGB === 0) await w.sums.recount(tx, [name])
        const result = shown(name, clientCount, await stored(tx, name))
        const ended = (await settleEnded(w, tx, sql`group_name = ${name}`)).map(changeOf)
        const counted = isDeepStrictEqual(before.quotas, after.quotas)
          ? []
          : await w.quotas.settleWhere(tx, sql<boolean>`c.group_name = ${name} and c.group_name <> ''`)
        const action = { action: 'group.update' as const, objectKind: 'group', object: name, before, after }
        return outcomeOf(result, action, [...ended, ...besides(ended, counted)], [name])
      })
    },
    rename: (oldName: string, newName: string, by: By) => {
      const to = checkName(newName)
      return moving(by, 'group.rename', to, async (tx) => {
        const emails = isStorable(oldName) ? await membersOf(tx, oldName) : []
        const known = isStorable(oldName) ? await forget(tx, oldName) : undefined
        if (emails.length === 0 && !known) throw new Refusal('group.missing', { name: oldName }, 'oldName')
        await rememberGroup(tx, to, known)
        return { emails, renames: oldName !== to || !known, recounts: to }
      })
    },
    del: (name: string, by: By) =>
      moving(by, 'group.delete', '', async (tx) => {
        if (!isStorable(name)) return { emails: [], renames: false }
        return { renames: (await forget(tx, name)) !== undefined, emails: await membersOf(tx, name) }
      }),
    bulkAdd: (selection: Selection, group: string, by: By) => {
      const to = checkName(group)
      return moving(by, 'group.add', to, async (tx) => {
        const made = await rememberGroup(tx, to)
        return { renames: made !== undefined, made, emails: await pickClients(tx, selection) }
      })
    },
    bulkRemove: (selection: Selection, by: By) =>
      moving(by, 'group.remove', '', async (tx) => ({
        renames: false,
        emails: await pickClients(tx, selection),
      })),
    async resetTraffic(name: string, by: By) {
      if (isStorable(name)) await bulk.resetTraffic(async (tx) => ({ emails: await membersOf(tx, name) }), by)
      return { name }
    },
  }
}

export type Groups = ReturnType<typeof createGroups>
