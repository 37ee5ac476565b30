import { parentPort, workerData } from 'node:worker_threads'
import { CoreError, type CoreErrorKind } from './errors.ts'
import { createUserExecutor, type UserOperation } from './execute-users.ts'
import { createLeanUsers } from './lean-users.ts'

/** Sends thousands of users from this thread, so that the panel's event loop stays free. */
export interface ToBulkWorker {
  id: number
  operations: readonly UserOperation[]
}
export interface FromBulkWorker {
  id: number
  error?: { kind: CoreErrorKind | undefined; message: string }
}
export interface BulkWorkerData {
  /** The address of the core's API. */
  at: string
}

const port = parentPort
if (!port) throw new Error('bulk-worker runs as a worker thread')
const { at } = workerData as BulkWorkerData
const execute = createUserExecutor(createLeanUsers(at))

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
