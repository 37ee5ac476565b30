import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { numbered } from '../../platform/db/numbered.ts'
import { createStatements } from '../../platform/db/statements.ts'
import { type ListRequest, listJson } from './kinds.ts'
import type { Query } from './query.ts'
import { createSearch, type Found, type PageOf } from './search.ts'

/** Whole-table reads run on this thread; the event loop only forwards bytes. */
export type ToWorker =
  | { id: number; op: 'rows'; sql: string; parameters: readonly unknown[] }
  | { id: number; op: 'search'; needle: string; at: PageOf }
  | { id: number; op: 'open'; request: ListRequest; portions: number }
  | { id: number; op: 'more' | 'close' }
export type FromWorker =
  | { id: number; rows: Record<string, unknown>[] }
  | { id: number; found: Found | null }
  | { id: number; pieces: Uint8Array[]; done: boolean }
  | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread')
const { file } = workerData as { file: string }
/** Minimum bytes per message: smaller pieces would cost more in messages than in work. */
const enough = 256 * 1024

/** `cacheKiB` limits the page cache: a scan reads each page once and needs little. */
function open(cacheKiB: number) {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('pragma busy_timeout=10000; pragma temp_store=memory')
  db.exec(`pragma cache_size=-${cacheKiB}`)
  const run = createStatements(db)
  const query = (sql: string, parameters: readonly unknown[]) => run(numbered(sql), parameters).rows
  return { db, query: query as Query } // row types follow the SQL
}

const scans = open(8_000)
const search = createSearch(scans.db)
interface Stream {
  db: DatabaseSync
  json: AsyncGenerator<string | Uint8Array>
  /** How many portions may be made before the consumer asks for more. */
  portions: number
  making: boolean
}
const streams = new Map<number, Stream>()
const encoder = new TextEncoder()

function end(id: number) {
  const stream = streams.get(id)
  streams.delete(id)
  stream?.db.close()
}

function fail(id: number, error: unknown) {
  end(id)
  port?.postMessage({ id, error: (error as Error).message } satisfies FromWorker) // only Errors are thrown here
}

async function portion(id: number, { json }: Stream): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let done = false
  while (size < enough && !done) {
    const { value, done: over } = await json.next()
    if (over) done = true
    else {
      // a copy made by SQLite
      const bytes = typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array<ArrayBuffer>)
      pieces.push(bytes)
      size += bytes.length
    }
  }
  if (done) end(id)
  port?.postMessage(
    { id, pieces, done } satisfies FromWorker,
    pieces.map((piece) => piece.buffer),
  )
}

/** Yields between two portions, so that a search waits for one portion and not for a whole list. */
async function make(id: number): Promise<void> {
  const stream = streams.get(id)
  if (!stream || stream.making || stream.portions === 0) return
  stream.making = true
  stream.portions--
  try {
    await portion(id, stream)
  } catch (error) {
    return fail(id, error)
  }
  stream.making = false
  setImmediate(make, id)
}

function handle(message: ToWorker): unknown {
  const { id } = message
  switch (message.op) {
    case 'rows': {
      const rows = scans.query(message.sql, message.parameters) as Record<string, unknown>[]
      return port?.postMessage({ id, rows } satisfies FromWorker)
    }
    case 'search':
      return port?.postMessage({ id, found: search(message.needle, message.at) } satisfies FromWorker)
    case 'open': {
      // A separate connection: the list is one snapshot, however long its reader takes.
      const { db, query } = open(2_000)
      db.exec('begin')
      const json = listJson(query, 'sqlite', message.request)
      streams.set(id, { db, json, portions: message.portions, making: false })
      return make(id)
    }
    case 'more': {
      const stream = streams.get(id)
      if (stream) stream.portions++
      return make(id)
    }
    case 'close':
      return end(id)
  }
}

port.on('message', (message: ToWorker) => {
  try {
    handle(message)
  } catch (error) {
    fail(message.id, error)
  }
})
