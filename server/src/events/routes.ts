import { isSameOrigin } from '../platform/http/origin.ts'
import type { Http } from '../platform/http/server.ts'
import type { Hub } from './hub.ts'

/** Session cookie and same origin required. The hub refuses a session that ended since the lookup. */
export function eventRoutes({ http, table }: Http, hub: Hub, basePath: string): void {
  table.push({ method: 'GET', path: '/ws', guard: 'socket', summary: 'Live events (WebSocket)' })
  http.route({
    method: 'GET',
    url: `${basePath}ws`,
    config: { guard: 'socket' },
    preHandler: async (request, reply) => {
      if (!isSameOrigin(request.raw, request.origin)) return reply.code(403).send('')
    },
    handler: (_request, reply) => reply.code(404).send(''), // requested without an upgrade
    wsHandler: (socket, request) => {
      const { caller } = request
      if (caller.kind !== 'user') return void socket.terminate()
      const { sessionId, userId, epoch, expiresAt } = caller
      hub.add(socket, { sessionId, userId, epoch, expiresAt }, request.enteredAt)
    },
  })
}
