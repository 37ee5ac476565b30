import { Worker } from 'node:worker_threads'
import { workerFile } from '../../platform/worker-file.ts'
import { createInbox, type Inbox } from './inbox.ts'
import type { ListRequest } from './kinds.ts'
import type { FromWorker, ToWorker } from './list-worker.ts'
import type { Found, PageOf } from './search.ts'

const idleMs = 4_000
const sweepEvery = 8 * 1024 * 1024
/**
 * Portions made ahead of the consumer, about 4 MB: an inbound's counters come in bursts after its entries, and the
 * thread continues while they are packed and sent.
 */
const portionsAhead = 16

type Reply = Exclude<FromWorker, { error: string }>
type Portion = Extract<FromWorker, { pieces: unknown }>

/** Started by the first list and ended after an idle period, so that an idle panel does not pay for it. */
export function createListThread(file: string) {
  let worker: Worker | undefined
  let nextId = 1
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, { resolve: (r: Reply) => void; reject: (e: Error) => void }>()
  const streams = new Map<number, Inbox<Portion>>()

  function fail(error: Error) {
    worker = undefined
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
    for (const inbox of streams.values()) inbox.fail(error)
  }

  function thread(): Worker {
    if (worker) return worker
    const made = new Worker(workerFile('list-worker', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    made.unref()
    made.on('message', (message: FromWorker) => {
      const stream = streams.get(message.id)
      if (stream && 'pieces' in message) return stream.put(message)
      if (stream && 'error' in message) return stream.fail(new Error(message.error))
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) call?.reject(new Error(message.error))
      else call?.resolve(message)
    })
    made.on('error', fail)
    made.on('exit', () => {
      // If no other worker has started since, all open calls are this worker's.
      if (worker === made || worker === undefined) fail(new Error('the list reader has ended'))
    })
    worker = made
    return made
  }

  function rest() {
    clearTimeout(idle)
    if (streams.size > 0 || waiting.size > 0) return
    idle = setTimeout(() => {
      const done = worker
      worker = undefined
      void done?.terminate()
    }, idleMs).unref()
  }

  function ask(message: ToWorker): Promise<Reply> {
    clearTimeout(idle)
    const target = thread()
    return new Promise<Reply>((resolve, reject) => {
      waiting.set(message.id, { resolve, reject })
      target.postMessage(message)
    }).finally(rest)
  }

  let unswept = 0
  /** Pieces are outside the heap, where the garbage collector would let tens of megabytes pile up. */
  function sweep(bytes: number) {
    unswept += bytes
    if (unswept < sweepEvery) return
    unswept = 0
    void globalThis.gc?.({ type: 'minor', execution: 'async' })
  }

  return {
    async rows(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
      const reply = await ask({ id: nextId++, op: 'rows', sql, parameters })
      return 'rows' in reply ? reply.rows : []
    },
    /** Null if there is too much text to keep in memory. */
    async search(needle: string, at: PageOf): Promise<Found | null> {
      const reply = await ask({ id: nextId++, op: 'search', needle, at })
      return 'found' in reply ? reply.found : null
    },
    async *stream(request: ListRequest): AsyncGenerator<Uint8Array> {
      const id = nextId++
      const inbox = createInbox<Portion>()
      clearTimeout(idle)
      const target = thread()
      streams.set(id, inbox)
      target.postMessage({ id, op: 'open', request, portions: portionsAhead } satisfies ToWorker)
      try {
        for (let done = false; !done; ) {
          const portion = await inbox.take()
          done = portion.done
          if (!done) target.postMessage({ id, op: 'more' } satisfies ToWorker)
          for (const piece of portion.pieces) {
            yield piece
            sweep(piece.length)
          }
        }
      } finally {
        streams.delete(id)
        target.postMessage({ id, op: 'close' } satisfies ToWorker)
        rest()
      }
    },
    async close() {
      clearTimeout(idle)
      const done = worker
      worker = undefined
      await done?.terminate()
    },
  }
}
