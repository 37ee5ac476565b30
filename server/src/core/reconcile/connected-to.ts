import { createBulkThread } from '../api/bulk-thread.ts'
import type { createCoreApi } from '../api/client.ts'
import type { Converter } from '../api/convert.ts'
import { createExecutor, createPrepare } from '../api/execute.ts'
import { afterStaleSockets } from '../process/stale-sockets.ts'
import type { Connected } from './reconcile.ts'

/** Connections to a running core: one for requests that people wait for, and one for users in bulk. */
export function connectedTo(
  how: { createCoreApi: typeof createCoreApi; converter: Converter },
  address: string,
  startId: string,
  start: Pick<Connected, 'config' | 'inbounds'>,
): Connected {
  const channel = how.createCoreApi(address)
  const execute = afterStaleSockets(createExecutor(channel, how.converter))
  const bulk = createBulkThread(address, execute)
  const close = () => {
    bulk.close()
    channel.close()
  }
  const prepare = createPrepare(how.converter)
  return { ...start, api: { ...channel, close }, prepare, execute, executeBulk: bulk.execute, startId }
}
