import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { andThen } from '../maybe-async.ts'
import { listenRefusal } from './address.ts'
import { holdBack } from './strangers.ts'

export interface Certificate {
  cert: string
  key: string
}

/** The limits of both public listeners; Node enforces them only as often as `connectionsCheckingInterval`. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
}
const writeTimeout = 30_000
const shutdownTimeout = 10_000

export interface Listener {
  /** Fastify's server factory. */
  attach(handler: RequestListener): Server
  listen(address: string, port: number): Promise<number>
  /** Lets running requests end, for this long at most; connections without one are closed at once. */
  close(patienceMs?: number): Promise<void>
}

/** One port: plain HTTP, or TLS that also answers a plain request with a redirect to https. */
export function createListener(certificate: Certificate | undefined): Listener {
  let server: Server | undefined
  let front: NetServer | undefined
  let behind: Server[] = []
  const sockets = createSockets()

  return {
    attach(handler) {
      // An https server has the same request side as an http one; Fastify asks for no more.
      server = (
        certificate
          ? createHttpsServer(
              { ...limits, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: limits.headersTimeout },
              handler,
            )
          : createHttpServer(limits, handler)
      ) as Server
      if (certificate) {
        const plain = createHttpServer(limits, redirectToHttps)
        behind = [server, plain]
        front = createNetServer({ noDelay: true }, sniffInto(server, plain))
        // They are handed their connections and never listen, but Node looks after deadlines only once it "listens".
        for (const s of behind) s.emit('listening')
      }
      for (const s of new Set([server, ...behind])) {
        s.timeout = writeTimeout
        s.on('clientError', refuseUnreadable)
      }
      sockets.track(front ?? server, front ? behind : [server])
      return server
    },
    listen(address, port) {
      const target = front ?? server
      if (!server || !target) throw new Error('attach first')
      sockets.trackUpgrades(server)
      return new Promise((resolve, reject) => {
        const failed = (error: NodeJS.ErrnoException) => reject(listenRefusal(error, address, port))
        target.once('error', failed)
        target.listen({ host: address, port, backlog: 1024 }, () => {
          target.off('error', failed)
          const bound = target.address()
          resolve(typeof bound === 'object' && bound ? bound.port : port)
        })
      })
    },
    async close(patienceMs = shutdownTimeout) {
      for (const s of behind) s.close(() => {}) // stops their clocks
      const target = front ?? server
      if (!target?.listening) return
      const closed = new Promise<void>((resolve) => target.close(() => resolve()))
      sockets.endIdle()
      const deadline = setTimeout(sockets.endAll, patienceMs)
      await closed
      clearTimeout(deadline)
    },
  }
}

/** Which connections there are and which of them are at work; by peer, for TLS hides the socket that was accepted. */
function createSockets() {
  const open = new Map<string, Socket>()
  const atWork = new Map<string, number>()
  let closing = false
  const names = new WeakMap<Socket, string>()
  /** Kept: one connection serves many requests, and a socket that has closed forgets its peer. */
  function nameOf(socket: Socket): string {
    const name = names.get(socket) ?? `${socket.remoteAddress} ${socket.remotePort}`
    names.set(socket, name)
    return name
  }

  function done(name: string) {
    const left = (atWork.get(name) ?? 1) - 1
    if (left > 0) return void atWork.set(name, left)
    atWork.delete(name)
    // The reply said "close"; a peer that keeps the connection all the same must not keep us.
    if (closing) open.get(name)?.destroySoon()
  }

  return {
    track(accepting: NetServer, serving: readonly Server[]) {
      accepting.on('connection', (socket: Socket) => {
        const name = nameOf(socket)
        open.set(name, socket)
        socket.once('close', () => {
          if (open.get(name) === socket) open.delete(name)
        })
      })
      for (const s of serving) {
        s.on('request', (request, response) => {
          const name = nameOf(request.socket)
          atWork.set(name, (atWork.get(name) ?? 0) + 1)
          response.once('close', () => done(name))
        })
      }
    },
    /** A WebSocket is ended by its hub, which says goodbye first. A server without them must not listen for them. */
    trackUpgrades(s: Server) {
      if (s.listenerCount('upgrade') === 0) return
      s.on('upgrade', (_request, socket) => {
        const name = nameOf(socket as Socket) // http hands over the connection itself
        atWork.set(name, 1)
        socket.once('close', () => done(name))
        // Node lets go of it here. One that does not become a WebSocket (which ends this clock) must not stay for ever.
        ;(socket as Socket).setTimeout(limits.headersTimeout, () => socket.destroy())
      })
    },
    endIdle() {
      closing = true
      for (const [name, socket] of open) if (!atWork.has(name)) socket.destroy()
    },
    endAll: () => {
      for (const socket of open.values()) socket.destroy()
    },
  }
}

const statusOf: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * What is not HTTP, or half of it, gets no more than a status; a caller that is gone gets nothing. So does one that
 * never said a word: a browser opens connections beforehand and would take the status for the answer to its request.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  const { bytesRead, writable } = socket as Socket // http and https hand over the connection itself
  if (writable && bytesRead > 0) {
    const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
    socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  }
  socket.destroy()
}

/** The first byte of a TLS handshake is 0x16; anything else is a person who typed http://. */
const sniffInto = (secure: Server, plain: Server) => (socket: Socket) => {
  socket.on('error', () => socket.destroy())
  const giveUp = setTimeout(() => socket.destroy(), limits.headersTimeout)
  socket.once('close', () => clearTimeout(giveUp))
  socket.once('readable', () => {
    clearTimeout(giveUp)
    const first: Buffer | null = socket.read(1)
    if (first === null) return void socket.destroy()
    socket.unshift(first)
    ;(first[0] === 0x16 ? secure : plain).emit('connection', socket)
  })
}

const redirectToHttps: RequestListener = (request, response) =>
  void andThen(holdBack(request, response), () => redirect(request, response))

function redirect(request: IncomingMessage, response: ServerResponse): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  }
  const host = request.headers.host
  if (!host) return void response.writeHead(400, headers).end()
  const location = `https://${host}${request.url?.startsWith('/') ? request.url : '/'}`
  response
    .writeHead(307, { ...headers, 'x-frame-options': 'DENY', 'cache-control': 'no-store', location })
    .end()
}
