import { createThread } from '../../platform/thread/thread.ts'
import type { BulkOperations, BulkWorkerData } from './bulk-worker.ts'
import { CoreError, type CoreErrorKind } from './errors.ts'
import type { ExecuteUsers, UserOperation } from './execute-users.ts'

const idleMs = 4_000

/**
 * Adds and removes thousands of users over a separate connection: encoding and sending one takes a tenth of a
 * millisecond, which must not delay requests. Started on demand, ended after an idle period.
 */
export function createBulkThread(at: BulkWorkerData['at'], here: ExecuteUsers) {
  const thread = createThread<BulkOperations>({
    ...{ name: 'bulk-worker', from: import.meta.url, idleMs, isBackground: true },
    workerData: { at } satisfies BulkWorkerData,
  })
  let closed = false

  return {
    /** Runs here if there is no thread. Operations are idempotent. */
    async execute(operations: readonly UserOperation[]): Promise<void> {
      if (closed) return here(operations)
      try {
        await thread.ask('execute', operations)
      } catch (error) {
        const { kind, message } = error as Error & { kind?: CoreErrorKind } // a CoreError of the thread has a kind
        if (kind) throw new CoreError(kind, message)
        await here(operations)
      }
    },
    close(): void {
      closed = true
      void thread.end()
    },
  }
}
