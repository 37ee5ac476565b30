import type { Coded } from '#contract/coded.ts'
import type { DirectoryPlan } from '#domain/directory/plan.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'

/** What the panel remembers of the directory between runs; every instance reads the same. */
export interface DirectoryState {
  lastRunAt: number
  /** When people were last read and nothing was wrong. */
  lastGoodAt: number
  /** In the last accepted answer. */
  people: number
  error: Coded | undefined
  /** The plan that waits, with the digest that a confirmation is for. */
  held: { digest: string; at: number; plan: DirectoryPlan } | undefined
}

const blank: DirectoryState = { lastRunAt: 0, lastGoodAt: 0, people: 0, error: undefined, held: undefined }
const only = 1

export function createDirectoryState({ db, commit }: { db: Db; commit: Commit }) {
  async function read(): Promise<DirectoryState> {
    const row = await db.read
      .selectFrom('directory_state')
      .select('state')
      .where('id', '=', only)
      .executeTakeFirst()
    return row ? { ...blank, ...(JSON.parse(row.state) as Partial<DirectoryState>) } : blank
  }
  return {
    read,
    async change(patch: Partial<DirectoryState>): Promise<void> {
      const state = JSON.stringify({ ...(await read()), ...patch })
      await commit.upkeep((tx) =>
        tx
          .insertInto('directory_state')
          .values({ id: only, state })
          .onConflict((c) => c.column('id').doUpdateSet({ state }))
          .execute(),
      )
    },
  }
}
