import type { Server, Socket } from 'node:net'

/**
 * Closes the server and everything that is connected to it. A TLS connection that was reset during its handshake stays open
 * in Node without anybody who reads it, and `close` alone would wait for it for ever. Call it before the server listens.
 */
export function closing(server: Server): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    await closed
  }
}
