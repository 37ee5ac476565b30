import { sql } from 'kysely'
import type { UndoableAct } from '#contract/acts.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { chunked, setsFor } from '../store/sets.ts'

const imagesPerPart = 500

/** The only writer of what acts changed. */
export function createUndoStore(db: Db, now: () => number) {
  const sets = setsFor(db.engine)
  const columns = { act_id: 'int', part: 'int', body: 'text' } as const

  return {
    /** Stores what an act changed, in its transaction, and returns the number under which it can be undone. */
    async keep(
      tx: Tx,
      action: UndoableAct,
      images: readonly object[],
      groups: readonly object[],
    ): Promise<number> {
      const bodies: string[] = []
      for (const part of chunked(images, imagesPerPart)) bodies.push(JSON.stringify(part))
      const { id } = await tx
        .insertInto('undo_acts')
        .values({
          at: now(),
          action,
          clients: images.length,
          size: bodies.reduce((sum, body) => sum + body.length, 0),
          made_groups: groups.length > 0 ? JSON.stringify(groups) : '',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = bodies.map((body, part) => ({ act_id: id, part, body }))
      await sets.insert(tx, 'undo_parts', rows, columns)
      return id
    },

    async find(tx: Tx, id: number) {
      const row = await tx.selectFrom('undo_acts').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      /** Rows that the act created; written by `keep`. */
      const groups = row.made_groups === '' ? [] : (JSON.parse(row.made_groups) as { name: string }[])
      return { id: row.id, action: row.action, undoneAt: row.undone_at, groups }
    },

    async images<Image>(tx: Tx, id: number): Promise<Image[]> {
      const parts = await tx
        .selectFrom('undo_parts')
        .select('body')
        .where('act_id', '=', id)
        .orderBy('part')
        .execute()
      return parts.flatMap(({ body }) => JSON.parse(body) as Image[]) // written by `keep`
    },

    /** What was undone is not needed again; the row stays and says so. */
    async done(tx: Tx, id: number): Promise<void> {
      await tx.updateTable('undo_acts').set({ undone_at: now(), size: 0 }).where('id', '=', id).execute()
      await tx.deleteFrom('undo_parts').where('act_id', '=', id).execute()
    },

    /** Forgets acts up to this one. */
    async forget(tx: Tx, upTo: number): Promise<void> {
      await tx.deleteFrom('undo_parts').where('act_id', '<=', upTo).execute()
      await tx.deleteFrom('undo_acts').where('id', '<=', upTo).execute()
    },
  }
}

export type UndoStore = ReturnType<typeof createUndoStore>
export type Act = NonNullable<Awaited<ReturnType<UndoStore['find']>>>
export type KeepUndo = UndoStore['keep']

/** So many characters are kept in all, newest acts first: a program that resets everybody every hour fills no disk. */
const most = 512 * 1024 * 1024

/** Forgets what the audit log no longer shows. */
export const undoPrune = (db: Db, commit: Commit, store: Pick<UndoStore, 'forget'>): Job => ({
  name: 'undo-prune',
  everyMs: 3_600_000,
  leaderOnly: true,
  async run() {
    const oldest = sql<{ id: number | null }>`select max(id) as id from undo_acts
      where id < (select min(undo_id) from audit where undo_id > 0)`
    const large = sql<{ id: number | null }>`select max(id) as id from
      (select id, sum(size) over (order by id desc) as total from undo_acts) as a where total > ${most}`
    const found = [await oldest.execute(db.read), await large.execute(db.read)]
    const upTo = Math.max(...found.map(({ rows }) => Number(rows[0]?.id ?? 0)))
    if (upTo > 0) await commit.upkeep((tx) => store.forget(tx, upTo))
  },
})
