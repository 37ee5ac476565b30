import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../db/open.ts'
import { toClient } from '../db/rows/client.ts'
import { isUniqueViolation } from '../db/unique.ts'
import type { Bulk } from './bulk.ts'
import type { By } from './service.ts'
import { bulkDeed, changeOf, type Writing } from './writing.ts'

/** A group is a word on its clients; one without clients is remembered by its name alone. */
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

  /** Moves clients into a group (blank: out of theirs) and says how many moved. */
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

  async function moving(by: By, action: string, group: string, pick: (tx: Tx) => Promise<readonly string[]>) {
    return w.write(by.actor, async (tx) => {
      const emails = await pick(tx)
      const drafts = await move(tx, emails, group)
      return {
        result: { affected: drafts.length },
        changes: drafts.map(changeOf),
        deed: bulkDeed(
          action,
          drafts.map((d) => d.next.email),
          { group },
        ),
      }
    })
  }

  const remember = (tx: Tx, name: string) =>
    tx
      .insertInto('client_groups')
      .values({ name })
      .onConflict((c) => c.doNothing())
      .execute()

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
    emails: (name: string) => membersOf(db.read, name),
    async create(name: string, { actor }: By) {
      const trimmed = checkName(name)
      try {
        return await w.write(actor, async (tx) => {
          if ((await membersOf(tx, trimmed)).length > 0)
            throw new Refusal(`The group ${trimmed} exists already.`, 'name')
          await tx.insertInto('client_groups').values({ name: trimmed }).execute()
          return {
            result: { name: trimmed },
            changes: [],
            deed: { action: 'group.create', objectKind: 'group', object: trimmed },
          }
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal(`The group ${trimmed} exists already.`, 'name')
        throw error
      }
    },
    rename: (oldName: string, newName: string, by: By) => {
      const to = checkName(newName)
      return moving(by, 'group.rename', to, async (tx) => {
        const members = await membersOf(tx, oldName)
        const { numDeletedRows } = await tx
          .deleteFrom('client_groups')
          .where('name', '=', oldName)
          .executeTakeFirst()
        if (members.length === 0 && Number(numDeletedRows) === 0)
          throw new Refusal(`There is no group ${oldName}.`, 'oldName')
        await remember(tx, to)
        return members
      })
    },
    del: (name: string, by: By) =>
      moving(by, 'group.delete', '', async (tx) => {
        await tx.deleteFrom('client_groups').where('name', '=', name).execute()
        return membersOf(tx, name)
      }),
    bulkAdd: (emails: readonly string[], group: string, by: By) => {
      const to = checkName(group)
      return moving(by, 'group.add', to, async (tx) => {
        await remember(tx, to)
        return emails
      })
    },
    bulkRemove: (emails: readonly string[], by: By) => moving(by, 'group.remove', '', async () => emails),
    async resetTraffic(name: string, by: By) {
      await bulk.resetTraffic(await membersOf(db.read, name), by)
      return { name }
    },
  }
}

export type Groups = ReturnType<typeof createGroups>

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('Give the group a name.', 'name')
  if (trimmed.length > 254 || /\p{Cc}/u.test(trimmed))
    throw new Refusal('Use at most 254 characters and no control characters for a group.', 'name')
  return trimmed
}
