import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { idleGc } from '../idle-gc.ts'
import { serveThread } from '../thread/serving.ts'
import { checkpointWhenIdle } from './checkpoint.ts'
import { createStatements, type Outcome } from './statements.ts'

export interface SqliteWorkerData {
  file: string
  /** SQLite has no boolean: these columns are converted from 0 and 1. */
  booleanColumns: ReadonlySet<string>
}

/** The only writing connection is on this thread: a commit waits for the disk here, not on the event loop. */
const { file, booleanColumns } = workerData as SqliteWorkerData // `sqlite-writer.ts` starts this thread
const db = new DatabaseSync(file)
// R48: an acknowledged write survives a power cut.
db.exec(
  'pragma journal_mode=wal; pragma synchronous=full; pragma busy_timeout=10000; pragma foreign_keys=off',
)
db.exec('pragma cache_size=-16000; pragma journal_size_limit=67108864; pragma temp_store=memory')
const run = createStatements(db, booleanColumns)
const onRequest = checkpointWhenIdle(db)
// Migrations and imports fill the page cache, which SQLite would keep.
idleGc(() => db.exec('pragma shrink_memory'))

const operations = {
  run(sql: string, parameters: readonly unknown[]): Outcome {
    onRequest()
    return run(sql, parameters)
  },
  close: () => db.close(),
}
export type SqliteOperations = typeof operations
serveThread(operations)
