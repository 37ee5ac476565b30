import { Worker } from 'node:worker_threads'
import type { Coded } from '#contract/coded.ts'
import { Refusal } from '#domain/refusal.ts'
import { workerFile } from '../platform/worker-file.ts'
import type { FromWorker, Op, Requests, ToWorker } from './packed.ts'

/** Megabytes: a database of the largest accepted size may need more, and is refused. */
const mostMemory = 3_072

export interface Thread {
  ask<O extends Op>(op: O, given: Requests[O]['given']): Promise<Requests[O]['result']>
  end(): Promise<void>
}

/** One source, read on a thread of its own that ends with it. */
export function startThread(): Thread {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let nextId = 1
  let failure: Error | undefined
  const worker = new Worker(workerFile('move-in-worker', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  })
  worker.unref()

  function fail(error: Error) {
    failure ??= error
    for (const call of waiting.values()) call.reject(failure)
    waiting.clear()
  }
  worker.on('message', (message: FromWorker) => {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if ('result' in message) call?.resolve(message.result)
    else if ('refusal' in message) call?.reject(Refusal.of(message.refusal as Coded))
    else call?.reject(new Error(message.error))
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('source.too-much') : error),
  )
  worker.on('exit', () => fail(new Error('the reader of the other database has ended')))

  return {
    async ask(op, given) {
      if (failure) throw failure
      worker.ref()
      try {
        const answer = await new Promise((resolve, reject) => {
          const id = nextId++
          waiting.set(id, { resolve, reject })
          worker.postMessage({ id, op, given } satisfies ToWorker)
        })
        return answer as Requests[typeof op]['result'] // the worker answers by the same table
      } finally {
        if (waiting.size === 0) worker.unref()
      }
    },
    async end() {
      await worker.terminate()
    },
  }
}
