import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { createStatements, numbered } from '../../platform/db/statements.ts'
import { Moved } from '../../platform/thread/messages.ts'
import { serveThread } from '../../platform/thread/serving.ts'
import { booleanColumns } from '../boolean-columns.ts'
import { type ListRequest, listJson } from './kinds.ts'
import type { Query } from './query.ts'
import { createSearch, type Found, type PageOf } from './search.ts'

/** Whole-table reads run on this thread; the event loop only forwards bytes. */
const { file } = workerData as { file: string }
/** Minimum bytes per message: smaller pieces would cost more in messages than in work. */
const enough = 256 * 1024

/** `cacheKiB` limits the page cache: a scan reads each page once and needs little. */
function open(cacheKiB: number) {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('pragma busy_timeout=10000; pragma temp_store=memory')
  db.exec(`pragma cache_size=-${cacheKiB}`)
  const run = createStatements(db, booleanColumns)
  const query = (sql: string, parameters: readonly unknown[]) => run(numbered(sql), parameters).rows
  return { db, query: query as Query } // row types follow the SQL
}

const scans = open(8_000)
const search = createSearch(scans.db)
const encoder = new TextEncoder()

/** A separate connection: the list is one snapshot, however long its reader takes. */
async function* list(request: ListRequest): AsyncGenerator<Moved<Uint8Array[]>> {
  const { db, query } = open(2_000)
  try {
    db.exec('begin')
    let pieces: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const portion = () => {
      const part = new Moved(
        pieces,
        pieces.map(({ buffer }) => buffer),
      )
      pieces = []
      size = 0
      return part
    }
    for await (const value of listJson(query, 'sqlite', request)) {
      // a copy made by SQLite
      const bytes = typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array<ArrayBuffer>)
      pieces.push(bytes)
      size += bytes.length
      if (size >= enough) yield portion()
    }
    yield portion()
  } finally {
    db.close()
  }
}

const operations = {
  rows: (sql: string, parameters: readonly unknown[]) =>
    scans.query(sql, parameters) as Record<string, unknown>[],
  search: (needle: string, at: PageOf): Found | null => search(needle, at),
  list,
}
export type ListOperations = typeof operations
serveThread(operations)
