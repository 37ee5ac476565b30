import type { Selectable, Updateable } from 'kysely'
import type { Act } from '#contract/acts.ts'
import type { Coded } from '#contract/coded.ts'
import { Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { type CustomFields, fileNameOf } from './custom-rules.ts'

type Table = Schema['custom_geo_resources']
export type CustomRow = Selectable<Table>

export const nameOf = (row: CustomRow): string => fileNameOf({ type: row.geo_type, alias: row.alias })

/** The only writer of this table; every write is audited. */
export function createCustomStore({ db, commit }: { db: Db; commit: Commit }) {
  const rows = () => db.read.selectFrom('custom_geo_resources').selectAll().orderBy('id').execute()

  const write = (actor: Actor, action: Act, object: string, work: (tx: Tx) => Promise<unknown>) =>
    commit(actor, async (tx) => {
      await work(tx)
      return { result: undefined, action: { action, objectKind: 'geo', object } }
    }).catch((error) => {
      if (isUniqueViolation(error)) throw new Refusal('geo.alias-taken', {}, 'alias')
      throw error
    })

  return {
    rows,
    async find(text: string | undefined): Promise<CustomRow> {
      const id = Number(text)
      const query = db.read.selectFrom('custom_geo_resources').selectAll()
      const row = isRowId(id) ? await query.where('id', '=', id).executeTakeFirst() : undefined
      if (!row) throw new Refusal('geo.id-invalid', { id: text ?? '' }, 'id')
      return row
    },
    insert: (
      { type, alias, url }: CustomFields,
      stamp: Pick<CustomRow, 'local_path' | 'last_updated_at' | 'last_modified' | 'last_error'>,
      actor: Actor,
    ) =>
      write(actor, 'geo.add', fileNameOf({ type, alias }), (tx) => {
        const [created_at, updated_at] = [stamp.last_updated_at, stamp.last_updated_at]
        const row = { geo_type: type, alias, url, created_at, updated_at, ...stamp }
        return tx.insertInto('custom_geo_resources').values(row).execute()
      }),
    update: (row: CustomRow, values: Updateable<Table>, action: Act, actor: Actor) =>
      write(actor, action, nameOf({ ...row, ...(values as Partial<CustomRow>) }), (tx) =>
        tx.updateTable('custom_geo_resources').set(values).where('id', '=', row.id).execute(),
      ),
    /** The file that is there stays in use. */
    failed: (row: CustomRow, why: Coded) =>
      commit.upkeep((tx) =>
        tx
          .updateTable('custom_geo_resources')
          .set({ last_error: JSON.stringify(why) })
          .where('id', '=', row.id)
          .execute(),
      ),
    remove: (row: CustomRow, actor: Actor) =>
      write(actor, 'geo.delete', nameOf(row), (tx) =>
        tx.deleteFrom('custom_geo_resources').where('id', '=', row.id).execute(),
      ),
  }
}
