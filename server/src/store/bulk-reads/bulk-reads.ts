import { Readable } from 'node:stream'
import { createThread } from '../../platform/thread/thread.ts'
import type { Db } from '../open.ts'
import { isSmallFile } from '../small-file.ts'
import { type ListRequest, listJson } from './kinds.ts'
import type { ListOperations } from './list-worker.ts'
import type { Query } from './query.ts'
import type { Found, PageOf } from './search.ts'

/** Reads as large as the database, off the event loop. */
export function createBulkReads(db: Db) {
  const bulk = db.bulk
  const thread = bulk.kind === 'file' ? createListThread(bulk.file) : undefined
  const isSmall = () => bulk.kind === 'file' && isSmallFile(bulk.file)

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
    /** A query that may scan a whole table. The caller names the row type of its SQL. */
    scan: <T>(sql: string, parameters: readonly unknown[]) =>
      (thread && !isSmall() ? thread.rows(sql, parameters) : db.rows(sql, parameters)) as Promise<T[]>,
    /** A page of the clients whose text contains the needle, in row order; null if only a scan can answer. */
    search: async (needle: string, at: PageOf): Promise<Found | null> =>
      thread ? thread.search(needle, at) : null,
    /** An envelope whose `obj` is the list, streamed with backpressure. */
    envelope: (request: ListRequest, says = ''): Readable =>
      Readable.from(wrapped(request, says), { objectMode: false, highWaterMark: 64 * 1024 }),
    /** The list without an envelope. */
    bytes: pieces,
    async text(request: ListRequest): Promise<string> {
      const parts: Uint8Array[] = []
      for await (const part of pieces(request)) parts.push(part)
      return Buffer.concat(parts).toString('utf8')
    },
    /** The pieces of a list that comes as several lists. The caller names the type. */
    async *parts<T>(request: ListRequest & { kind: 'coreUsers' }): AsyncGenerator<T[]> {
      for await (const part of pieces(request)) yield JSON.parse(Buffer.from(part).toString('utf8')) as T[]
    },
    close: async () => thread?.close(),
  }
}

export type BulkReads = ReturnType<typeof createBulkReads>

const idleMs = 4_000
const sweepEvery = 8 * 1024 * 1024
/**
 * Portions made ahead of the consumer, about 4 MB: an inbound's counters come in bursts after its entries, and the
 * thread continues while they are packed and sent.
 */
const portionsAhead = 16

/** Started by the first list and ended after an idle period, so that an idle panel does not pay for it. */
function createListThread(file: string) {
  const thread = createThread<ListOperations>({
    ...{ name: 'list-worker', from: import.meta.url, idleMs, isBackground: true },
    workerData: { file },
  })

  let unswept = 0
  /** Pieces are outside the heap, where the garbage collector would let tens of megabytes pile up. */
  function sweep(bytes: number) {
    unswept += bytes
    if (unswept < sweepEvery) return
    unswept = 0
    void globalThis.gc?.({ type: 'minor', execution: 'async' })
  }

  return {
    rows: (sql: string, parameters: readonly unknown[]) => thread.ask('rows', sql, parameters),
    /** Null if there is too much text to keep in memory. */
    search: (needle: string, at: PageOf): Promise<Found | null> => thread.ask('search', needle, at),
    async *stream(request: ListRequest): AsyncGenerator<Uint8Array> {
      for await (const pieces of thread.parts('list', [request], { ahead: portionsAhead }))
        for (const piece of pieces) {
          yield piece
          sweep(piece.length)
        }
    },
    close: () => thread.end(),
  }
}
