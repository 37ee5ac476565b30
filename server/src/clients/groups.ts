import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../platform/db/open.ts'
import { toClient } from '../platform/db/rows/client.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Bulk } from './bulk.ts'
import type { By } from './service.ts'
import { bulkAction, changeOf, outcomeOf, type Writing } from './writing.ts'

/** A group is a label on its clients; an empty group is stored by name only. */
export function createGroups(w: Writing, bulk: Bulk) {
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
    const drafts = known.map((k) => ({
      known: k,
      next: { ...toClient(k.row), group, updatedAt: w.now() },
      inboundIds: k.inboundIds,
    }))
    if (drafts.length > 0) await w.store.save(tx, drafts, w.now())
    return drafts
  }

  /** `renames`: the list of group names changed, even if no client moved. */
  type Picked = { emails: readonly string[]; renames: boolean }

  async function moving(by: By, action: string, group: string, pick: (tx: Tx) => Promise<Picked>) {
    return w.commit(by.actor, async (tx) => {
      const { emails, renames } = await pick(tx)
      const drafts = await move(tx, emails, group)
      const moved = drafts.map((d) => d.next.email)
      return outcomeOf(
        { affected: drafts.length },
        renames || moved.length > 0 ? bulkAction(action, moved, { group }) : undefined,
        drafts.map(changeOf),
      )
    })
  }

  /** True if the name was new. */
  const remember = async (tx: Tx, name: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('client_groups')
      .values({ name })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows ?? 0) > 0
  }
  const forget = async (tx: Tx, name: string): Promise<boolean> => {
    const { numDeletedRows } = await tx
      .deleteFrom('client_groups')
      .where('name', '=', name)
      .executeTakeFirst()
    return Number(numDeletedRows) > 0
  }

  return {
    async list() {
      const counted = await db.read
        .selectFrom('clients')
        .select(['group_name as name', (e) => e.fn.countAll<number>().as('n')])
        .where('group_name', '<>', '')
        .groupBy('group_name')
        .execute()
      const names = await db.read.selectFrom('client_groups').select('name').execute()
      const counts = new Map([
        ...names.map((r) => [r.name, 0] as const),
        ...counted.map((r) => [r.name, Number(r.n)] as const),
      ])
      return [...counts]
        .map(([name, clientCount]) => ({ name, clientCount }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    emails: async (name: string) => (isStorable(name) ? membersOf(db.read, name) : []),
    async create(name: string, { actor }: By) {
      const trimmed = checkName(name)
      try {
        return await w.commit(actor, async (tx) => {
          if ((await membersOf(tx, trimmed)).length > 0)
            throw new Refusal('group.exists', { name: trimmed }, 'name')
          await tx.insertInto('client_groups').values({ name: trimmed }).execute()
          const action = { action: 'group.create', objectKind: 'group', object: trimmed }
          return outcomeOf({ name: trimmed }, action)
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('group.exists', { name: trimmed }, 'name')
        throw error
      }
    },
    rename: (oldName: string, newName: string, by: By) => {
      const to = checkName(newName)
      return moving(by, 'group.rename', to, async (tx) => {
        const emails = isStorable(oldName) ? await membersOf(tx, oldName) : []
        const known = isStorable(oldName) && (await forget(tx, oldName))
        if (emails.length === 0 && !known) throw new Refusal('group.missing', { name: oldName }, 'oldName')
        await remember(tx, to)
        return { emails, renames: oldName !== to || !known }
      })
    },
    del: (name: string, by: By) =>
      moving(by, 'group.delete', '', async (tx) => {
        if (!isStorable(name)) return { emails: [], renames: false }
        return { renames: await forget(tx, name), emails: await membersOf(tx, name) }
      }),
    bulkAdd: (emails: readonly string[], group: string, by: By) => {
      const to = checkName(group)
      return moving(by, 'group.add', to, async (tx) => ({ renames: await remember(tx, to), emails }))
    },
    bulkRemove: (emails: readonly string[], by: By) =>
      moving(by, 'group.remove', '', async () => ({ renames: false, emails })),
    async resetTraffic(name: string, by: By) {
      if (isStorable(name)) await bulk.resetTraffic((tx) => membersOf(tx, name), by)
      return { name }
    },
  }
}

export type Groups = ReturnType<typeof createGroups>

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('group.name-missing', {}, 'name')
  if (trimmed.length > 254 || /[\p{Cc}\p{Cs}]/u.test(trimmed))
    throw new Refusal('group.name-invalid', { max: 254 }, 'name')
  return trimmed
}
