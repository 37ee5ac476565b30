import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Tracks open connections and which of them are busy; by peer, because TLS hides the accepted socket. */
export function createConnections(upgradeMs: number) {
  const open = new Map<string, Socket>()
  const atWork = new Map<string, number>()
  /** Nobody has asked anything on these yet. */
  const fresh = new Set<string>()
  let closing = false
  const names = new WeakMap<Socket, string>()
  /** Cached: one connection serves many requests, and a closed socket loses its peer address. */
  function nameOf(socket: Socket): string {
    const name = names.get(socket) ?? `${socket.remoteAddress} ${socket.remotePort}`
    names.set(socket, name)
    return name
  }

  function begin(name: string) {
    fresh.delete(name)
    atWork.set(name, (atWork.get(name) ?? 0) + 1)
  }
  function done(name: string, socket: Socket) {
    const left = (atWork.get(name) ?? 1) - 1
    if (left > 0) return void atWork.set(name, left)
    atWork.delete(name)
    // A peer that keeps the connection open must not delay the shutdown. TLS has to send its last bytes first, so this is
    // the socket that was written to, not the accepted one.
    if (closing) socket.destroySoon()
  }
  function endIdle(except: ReadonlySet<string> = new Set()) {
    for (const [name, socket] of open) if (!atWork.has(name) && !except.has(name)) socket.destroy()
  }

  return {
    opened(socket: Socket) {
      const name = nameOf(socket)
      open.set(name, socket)
      fresh.add(name)
      socket.once('close', () => {
        if (open.get(name) !== socket) return
        open.delete(name)
        fresh.delete(name)
      })
    },
    atWork({ socket }: IncomingMessage, response: ServerResponse) {
      const name = nameOf(socket)
      begin(name)
      response.once('close', () => done(name, socket))
    },
    /** A WebSocket is ended by its hub, with a close frame. */
    upgraded(given: Duplex) {
      const socket = given as Socket // http passes the connection itself
      const name = nameOf(socket)
      begin(name)
      socket.once('close', () => done(name, socket))
      // Node gives up control here. A connection that does not become a WebSocket (which stops this timer) must not stay
      // open.
      socket.setTimeout(upgradeMs, () => socket.destroy())
    },
    endIdle,
    endSoon(firstMs: number) {
      closing = true
      endIdle(firstMs > 0 ? fresh : undefined)
      if (firstMs > 0) setTimeout(endIdle, firstMs)
    },
    endAll: () => {
      for (const socket of open.values()) socket.destroy()
    },
  }
}
