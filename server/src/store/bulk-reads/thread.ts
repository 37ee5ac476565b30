import { createThread } from '../../platform/thread/thread.ts'
import type { ListRequest } from './kinds.ts'
import type { ListOperations } from './list-worker.ts'
import type { Found, PageOf } from './search.ts'

const idleMs = 4_000
const sweepEvery = 8 * 1024 * 1024
/**
 * Portions made ahead of the consumer, about 4 MB: an inbound's counters come in bursts after its entries, and the
 * thread continues while they are packed and sent.
 */
const portionsAhead = 16

/** Started by the first list and ended after an idle period, so that an idle panel does not pay for it. */
export function createListThread(file: string) {
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
