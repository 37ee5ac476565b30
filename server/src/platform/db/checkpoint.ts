import type { DatabaseSync } from 'node:sqlite'

/** Number of WAL pages that is worth a checkpoint: SQLite's own default. */
const worthIt = 1_000
/** If it is never quiet, a commit runs the checkpoint after all, at about 32 MB of WAL. */
const latest = 8_000
const quietMs = 25

/**
 * Runs the WAL checkpoint when no request has come for a moment. By default SQLite runs it inside the commit that
 * crosses the threshold: a bulk write would copy and sync its pages a second time before it is answered (ADR 002).
 * Returns a function to call on each request.
 */
export function checkpointWhenIdle(db: DatabaseSync): () => void {
  db.exec(`pragma wal_autocheckpoint=${latest}`)
  const state = db.prepare('pragma wal_checkpoint(noop)')
  const fold = db.prepare('pragma wal_checkpoint(passive)')
  const timer = setTimeout(() => {
    try {
      if (db.isTransaction) return // its commit is a request too
      const { log, checkpointed } = state.get() as { log: number; checkpointed: number } // the pragma's columns
      if (log - checkpointed >= worthIt) fold.get()
    } catch {
      // disk full: committed data stays in the WAL; retried at the next quiet moment
    }
  }, quietMs).unref()
  return () => void timer.refresh()
}
