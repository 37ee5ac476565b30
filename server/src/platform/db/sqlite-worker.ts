import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { idleGc } from '../idle-gc.ts'
import { checkpointWhenIdle } from './checkpoint.ts'
import { createStatements, type Outcome } from './statements.ts'

/** The only writing connection is on this thread: a commit waits for the disk here, not on the event loop. */
export interface Request {
  id: number
  sql: string
  parameters: readonly unknown[]
}
export type Response =
  | { id: number; outcome: Outcome }
  | { id: number; error: { message: string; errcode?: number } }

const port = parentPort
if (!port) throw new Error('sqlite-worker runs as a worker thread')

const db = new DatabaseSync((workerData as { file: string }).file)
// R48: an acknowledged write survives a power cut.
db.exec(
  'pragma journal_mode=wal; pragma synchronous=full; pragma busy_timeout=10000; pragma foreign_keys=off',
)
db.exec('pragma cache_size=-16000; pragma journal_size_limit=67108864; pragma temp_store=memory')
const run = createStatements(db)
const onRequest = checkpointWhenIdle(db)
// Migrations and imports fill the page cache, which SQLite would keep.
idleGc(() => db.exec('pragma shrink_memory'))

port.on('message', (request: Request | 'close') => {
  if (request === 'close') {
    db.close()
    port.close()
    return
  }
  onRequest()
  try {
    port.postMessage({ id: request.id, outcome: run(request.sql, request.parameters) } satisfies Response)
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number } // node:sqlite throws only such errors
    port.postMessage({
      id: request.id,
      error: { message, ...(errcode !== undefined && { errcode }) },
    } satisfies Response)
  }
})
