import { parentPort, workerData } from 'node:worker_threads'
import { createCoreApi } from './client.ts'
import { CoreError, type CoreErrorKind } from './errors.ts'
import { createExecutor, type LiveOperation } from './execute.ts'

/** Thousands of users are sent from this thread: the event loop of the panel stays free for people. */
export interface ToBulkWorker {
  id: number
  operations: readonly LiveOperation[]
}
export interface FromBulkWorker {
  id: number
  error?: { kind: CoreErrorKind | undefined; message: string }
}
export interface BulkWorkerData {
  /** Where the core's API is. */
  at: string
}

const port = parentPort
if (!port) throw new Error('bulk-worker runs as a worker thread')
const { at } = workerData as BulkWorkerData
const usersOnly = () => Promise.reject(new Error('only users are sent from this thread'))
const execute = createExecutor(createCoreApi(at), {
  inbound: usersOnly,
  outbound: usersOnly,
  routing: usersOnly,
})

port.on('message', ({ id, operations }: ToBulkWorker) => {
  execute(operations).then(
    () => port.postMessage({ id } satisfies FromBulkWorker),
    (error: unknown) => {
      const kind = error instanceof CoreError ? error.kind : undefined
      const message = error instanceof Error ? error.message : String(error)
      port.postMessage({ id, error: { kind, message } } satisfies FromBulkWorker)
    },
  )
})
