import { workerData } from 'node:worker_threads'
import { serveThread } from '../../platform/thread/serving.ts'
import { createCoreApi } from './client.ts'
import { createUserExecutor } from './execute-users.ts'

/** Sends thousands of users from this thread, so that the panel's event loop stays free. */
export interface BulkWorkerData {
  /** The address of the core's API. */
  at: string
}

const { at } = workerData as BulkWorkerData // `bulk-thread.ts` starts this thread
const operations = { execute: createUserExecutor(createCoreApi(at)) }
export type BulkOperations = typeof operations
serveThread(operations)
