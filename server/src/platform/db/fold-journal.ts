import type { DatabaseSync } from 'node:sqlite'

/** Pages that wait in the journal and are worth a fold: the number at which SQLite itself would do it. */
const worthIt = 1_000
/** Where there is never a quiet moment a commit does it after all, some 32 MB into the journal. */
const latest = 8_000
const quietMs = 25

/**
 * Folds the journal into the file when nobody has asked for a moment. Left to itself SQLite does it inside the commit
 * that crosses the mark: a bulk write would copy and sync its pages a second time before it is answered (ADR 032).
 * Returns what to call at each request.
 */
export function foldWhenQuiet(db: DatabaseSync): () => void {
  db.exec(`pragma wal_autocheckpoint=${latest}`)
  const state = db.prepare('pragma wal_checkpoint(noop)')
  const fold = db.prepare('pragma wal_checkpoint(passive)')
  const timer = setTimeout(() => {
    try {
      if (db.isTransaction) return // its commit is a request too
      const { log, checkpointed } = state.get() as { log: number; checkpointed: number } // the pragma's own columns
      if (log - checkpointed >= worthIt) fold.get()
    } catch {
      // a full disk: what is committed stays in the journal, and the next quiet moment tries again
    }
  }, quietMs).unref()
  return () => void timer.refresh()
}
