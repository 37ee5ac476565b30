import { Worker } from 'node:worker_threads'
import { workerFile } from '../../platform/worker-file.ts'
import type { BulkWorkerData, FromBulkWorker, ToBulkWorker } from './bulk-worker.ts'
import { CoreError } from './errors.ts'
import type { UserOperation } from './execute-users.ts'

type ExecuteUsers = (operations: readonly UserOperation[]) => Promise<void>

const idleMs = 4_000

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

/**
 * Adds and removes thousands of users over a separate connection: encoding and sending one takes a tenth of a
 * millisecond, which must not delay requests. Started on demand, ended after an idle period.
 */
export function createBulkThread(at: BulkWorkerData['at'], here: ExecuteUsers) {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  function end(): void {
    clearTimeout(idle)
    const done = worker
    worker = undefined
    void done?.terminate()
  }

  function lostThread(gone: Worker): void {
    if (worker === gone) worker = undefined
    if (worker) return
    for (const { reject } of waiting.values()) reject(new Error('the thread for many users has ended'))
    waiting.clear()
  }

  function thread(): Worker {
    if (worker) return worker
    const made = new Worker(workerFile('bulk-worker', import.meta.url), {
      workerData: { at } satisfies BulkWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    made.unref()
    made.on('message', ({ id, error }: FromBulkWorker) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (!error) call?.resolve()
      else call?.reject(error.kind ? new CoreError(error.kind, error.message) : new Error(error.message))
    })
    made.on('error', () => lostThread(made))
    made.on('exit', () => lostThread(made))
    worker = made
    return made
  }

  async function send(operations: readonly UserOperation[]): Promise<void> {
    clearTimeout(idle)
    lastId += 1
    const id = lastId
    const target = thread()
    try {
      await new Promise<void>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        target.postMessage({ id, operations } satisfies ToBulkWorker)
      })
    } finally {
      if (waiting.size === 0 && !closed) idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    /** Runs here if there is no thread. Operations are idempotent. */
    async execute(operations: readonly UserOperation[]): Promise<void> {
      if (closed) return here(operations)
      try {
        await send(operations)
      } catch (error) {
        if (error instanceof CoreError) throw error
        await here(operations)
      }
    },
    close(): void {
      closed = true
      end()
    },
  }
}
