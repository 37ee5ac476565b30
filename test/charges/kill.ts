import type { KyselyPlugin } from 'kysely'
import type { WritableDb } from '#server/store/open.ts'

export interface Kill {
  /** Whether a transaction was on the disk before the process ended. */
  committed(): boolean
  /** The process goes on after all: its database has failed once. */
  goOn(): void
}

/**
 * Ends the process at the given statement of the next write transaction, or right after its commit if it has fewer. What
 * a process that has ended still asks for is not done.
 */
export function killDuringWrite(db: WritableDb, statement: number): Kill {
  const write = db.write
  let left = statement
  let isDead = false
  let hasCommitted = false
  const end = (): never => {
    isDead = true
    throw new Error('the process was killed')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (isDead || left-- === 0 ? end() : node),
    transformResult: async ({ result }) => result,
  }
  db.write = async (work) => {
    if (isDead) return end()
    await write((tx, before) => work(tx.withPlugin(plugin), before))
    hasCommitted = true
    return end()
  }
  return {
    committed: () => hasCommitted,
    goOn: () => {
      db.write = write
    },
  }
}
