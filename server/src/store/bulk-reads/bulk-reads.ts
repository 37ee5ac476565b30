import { Readable } from 'node:stream'
import type { Db } from '../open.ts'
import { type ListRequest, listJson } from './kinds.ts'
import type { Query } from './query.ts'
import type { Found, PageOf } from './search.ts'
import { createListThread } from './thread.ts'

/** Reads as large as the database, off the event loop. */
export interface BulkReads {
  /** A query that may scan a whole table. */
  scan<T>(sql: string, parameters: readonly unknown[]): Promise<T[]>
  /** A page of the clients whose text contains the needle, in row order; null if only a scan can answer. */
  search(needle: string, at: PageOf): Promise<Found | null>
  /** An envelope whose `obj` is the list, streamed with backpressure. */
  envelope(request: ListRequest, says?: string): Readable
  /** The list without an envelope. */
  bytes(request: ListRequest): AsyncGenerator<Uint8Array>
  text(request: ListRequest): Promise<string>
  /** The pieces of a list that comes as several lists. */
  parts<T>(request: ListRequest & { kind: 'coreUsers' }): AsyncGenerator<T[]>
  close(): Promise<void>
}

export function createBulkReads(db: Db): BulkReads {
  const bulk = db.bulk
  const thread = bulk.kind === 'file' ? createListThread(bulk.file) : undefined

  async function* pieces(request: ListRequest): AsyncGenerator<Uint8Array> {
    if (thread) return yield* thread.stream(request)
    if (bulk.kind !== 'snapshot') return
    const snapshot = await bulk.open()
    try {
      // Row types follow the SQL.
      for await (const piece of listJson(snapshot.query as Query, db.engine, request))
        yield typeof piece === 'string' ? Buffer.from(piece) : piece
    } finally {
      await snapshot.close()
    }
  }

  async function* wrapped(request: ListRequest, says: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`{"success":true,"msg":${JSON.stringify(says)},"obj":`)
    yield* pieces(request)
    yield Buffer.from('}')
  }

  return {
    // The caller names the row type of its SQL.
    scan: <T>(sql: string, parameters: readonly unknown[]) =>
      (thread ? thread.rows(sql, parameters) : db.rows(sql, parameters)) as Promise<T[]>,
    search: async (needle, at) => (thread ? thread.search(needle, at) : null),
    envelope: (request, says = '') =>
      Readable.from(wrapped(request, says), { objectMode: false, highWaterMark: 64 * 1024 }),
    bytes: pieces,
    async text(request) {
      const parts: Uint8Array[] = []
      for await (const part of pieces(request)) parts.push(part)
      return Buffer.concat(parts).toString('utf8')
    },
    async *parts<T>(request: ListRequest) {
      // The caller names the type; each piece is the JSON text of a list.
      for await (const part of pieces(request)) yield JSON.parse(Buffer.from(part).toString('utf8')) as T[]
    },
    close: async () => thread?.close(),
  }
}
