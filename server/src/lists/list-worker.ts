import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { numbered } from '../db/numbered.ts'
import { createStatements } from '../db/statements.ts'
import { type ListRequest, listJson } from './kinds.ts'
import type { Query } from './query.ts'
import { createSearch, type Found, type PageOf } from './search.ts'

/** Whole-table reads live in this thread: the event loop only passes bytes on. */
export type ToWorker =
  | { id: number; op: 'rows'; sql: string; parameters: readonly unknown[] }
  | { id: number; op: 'search'; needle: string; at: PageOf }
  | { id: number; op: 'open'; request: ListRequest }
  | { id: number; op: 'next' | 'close' }
export type FromWorker =
  | { id: number; rows: Record<string, unknown>[] }
  | { id: number; found: Found | null }
  | { id: number; pieces: Uint8Array[]; done: boolean }
  | { id: number; error: string }

const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread')
const { file } = workerData as { file: string }
/** Bytes handed over at once, at least: small pieces would cost more in messages than in work. */
const enough = 256 * 1024

/** `cacheKiB` pages are kept: a walk reads each page once and needs few. */
function open(cacheKiB: number) {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('pragma busy_timeout=10000; pragma temp_store=memory')
  db.exec(`pragma cache_size=-${cacheKiB}`)
  const run = createStatements(db)
  const query = (sql: string, parameters: readonly unknown[]) => run(numbered(sql), parameters).rows
  return { db, query: query as Query } // rows are what the SQL text selects
}

const scans = open(8_000)
const search = createSearch(scans.db)
const streams = new Map<number, { db: DatabaseSync; json: AsyncGenerator<string | Uint8Array> }>()
const encoder = new TextEncoder()

function end(id: number) {
  const stream = streams.get(id)
  streams.delete(id)
  stream?.db.close()
}

async function next(id: number): Promise<void> {
  const stream = streams.get(id)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let done = stream === undefined
  while (stream && size < enough && !done) {
    const { value, done: over } = await stream.json.next()
    if (over) done = true
    else {
      const bytes = typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array<ArrayBuffer>) // SQLite's own copy
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

port.on('message', async (message: ToWorker) => {
  try {
    if (message.op === 'rows')
      port.postMessage({
        id: message.id,
        rows: scans.query(message.sql, message.parameters) as Record<string, unknown>[],
      } satisfies FromWorker)
    else if (message.op === 'search')
      port.postMessage({ id: message.id, found: search(message.needle, message.at) } satisfies FromWorker)
    else if (message.op === 'open') {
      // A connection of its own: the list is one snapshot, however long its reader takes.
      const { db, query } = open(2_000)
      db.exec('begin')
      streams.set(message.id, { db, json: listJson(query, 'sqlite', message.request) })
    } else if (message.op === 'next') await next(message.id)
    else end(message.id)
  } catch (error) {
    end(message.id)
    port.postMessage({ id: message.id, error: (error as Error).message } satisfies FromWorker)
  }
})
