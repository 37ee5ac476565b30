import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'

type Dispatch = (request: IncomingMessage, response: ServerResponse, isHandshake: boolean) => void

/** WebSocket handshakes pass the guard like every request, and get a usual answer if they are refused. */
export function createUpgrades(options: ServerOptions, dispatch: Dispatch) {
  const server = new WebSocketServer({ ...options, noServer: true })
  const waiting = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer; stop: () => void }>()

  return {
    /** Node gives up control of the connection here, also of its errors. */
    take(request: IncomingMessage, given: Duplex, head: Buffer): void {
      const socket = given as Socket // http passes the connection itself
      const destroy = () => void socket.destroy()
      socket.on('error', destroy)
      waiting.set(request, { socket, head, stop: () => socket.off('error', destroy) })
      const response = new ServerResponse(request)
      response.assignSocket(socket)
      dispatch(request, response, true)
    },
    /** Completes a handshake that was let in. */
    open(request: IncomingMessage, response: ServerResponse, opened: (socket: WebSocket) => void): void {
      const taken = waiting.get(request)
      if (!taken) return
      const { socket, head, stop } = taken
      response.detachSocket(socket)
      stop() // `ws` listens for errors itself
      server.handleUpgrade(request, socket, head, (made) => {
        made.on('error', () => made.terminate())
        opened(made)
      })
    },
    close(): void {
      for (const client of server.clients) client.close()
      server.close()
    },
  }
}

export type Upgrades = ReturnType<typeof createUpgrades>
