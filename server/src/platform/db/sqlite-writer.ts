import { createThread } from '../thread/thread.ts'
import type { SqliteOperations, SqliteWorkerData } from './sqlite-worker.ts'
import type { Outcome } from './statements.ts'

/** Sends statements to the writer thread, in order. An error has the extended result code of SQLite as `errcode`. */
export function createSqliteWriter(workerData: SqliteWorkerData) {
  const thread = createThread<SqliteOperations>({
    name: 'sqlite-worker',
    from: import.meta.url,
    workerData,
  })
  let isClosed = false
  return {
    run: (sql: string, parameters: readonly unknown[]): Promise<Outcome> =>
      thread.ask('run', sql, parameters),
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      await thread.ask('close').catch(() => {}) // it has ended before
      await thread.end()
    },
  }
}
