import type { Http } from '../platform/http/server.ts'
import type { Hub } from './hub.ts'

/** The hub refuses a session that ended since the lookup. */
export function eventRoutes({ socket }: Http, hub: Hub): void {
  socket({
    path: '/ws',
    summary: 'Live events (WebSocket)',
    opened(opened, { caller, enteredAt }) {
      if (caller.kind !== 'user') return void opened.terminate()
      const { sessionId, userId, epoch, expiresAt } = caller
      hub.add(opened, { sessionId, userId, epoch, expiresAt }, enteredAt)
    },
  })
}
