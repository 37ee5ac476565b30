import { createBulkThread } from '../core-api/bulk-thread.ts'
import type { createCoreApi } from '../core-api/client.ts'
import type { Converter } from '../core-api/convert.ts'
import { createExecutor } from '../core-api/execute.ts'
import type { Connected } from './reconcile.ts'
import { afterStaleSockets } from './stale-sockets.ts'

/** The ways to a core that runs: one for what people wait for, and one beside it for users by the thousand. */
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
  return { ...start, api: { ...channel, close }, execute, executeBulk: bulk.execute, startId }
}
