import { Worker } from 'node:worker_threads'
import type { ListRequest } from './kinds.ts'
import type { FromWorker, ToWorker } from './list-worker.ts'
import type { Found, PageOf } from './search.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './list-worker.ts' : './list-worker.js'
const idleMs = 4_000
const sweepEvery = 8 * 1024 * 1024

type Reply = Exclude<FromWorker, { error: string }>

/** Started by the first list and ended when nobody has asked for a while: an idle panel does not pay for it. */
export function createListThread(file: string) {
  let worker: Worker | undefined
  let nextId = 1
  let open = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, { resolve: (r: Reply) => void; reject: (e: Error) => void }>()

  function fail(error: Error) {
    worker = undefined
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
  }

  function thread(): Worker {
    if (worker) return worker
    const made = new Worker(new URL(workerFile, import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    made.unref()
    made.on('message', (message: FromWorker) => {
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if ('error' in message) call?.reject(new Error(message.error))
      else call?.resolve(message)
    })
    made.on('error', fail)
    made.on('exit', () => {
      if (worker === made) fail(new Error('the list reader has ended'))
    })
    worker = made
    return made
  }

  function rest() {
    clearTimeout(idle)
    if (open > 0 || waiting.size > 0) return
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
  /** Pieces lie outside the heap, where the collector would let tens of megabytes of them pile up. */
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
    /** Null where the texts are too many to be held. */
    async search(needle: string, at: PageOf): Promise<Found | null> {
      const reply = await ask({ id: nextId++, op: 'search', needle, at })
      return 'found' in reply ? reply.found : null
    },
    async *stream(request: ListRequest): AsyncGenerator<Uint8Array> {
      const id = nextId++
      open++
      try {
        thread().postMessage({ id, op: 'open', request } satisfies ToWorker)
        for (let ahead = ask({ id, op: 'next' }); ; ) {
          const reply = await ahead
          if (!('pieces' in reply)) return
          // The next pieces are made while these are sent.
          if (!reply.done) ahead = ask({ id, op: 'next' })
          ahead.catch(() => {}) // nobody waits for it when the caller has left
          for (const piece of reply.pieces) {
            yield piece
            sweep(piece.length)
          }
          if (reply.done) return
        }
      } finally {
        open--
        worker?.postMessage({ id, op: 'close' } satisfies ToWorker)
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
