import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { andThen } from '../maybe-async.ts'
import { listenRefusal } from './address.ts'
import { holdBack } from './anonymous-bodies.ts'
import { type Challenges, createAlpnServer, isChallengeHello, withChallenges } from './challenges.ts'

export interface Certificate {
  cert: string
  key: string
}

/** The limits of both public listeners; Node enforces them every `connectionsCheckingInterval`. */
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
  /** New connections get this certificate; open ones go on as they are. Only for a listener that speaks TLS. */
  renew(certificate: Certificate): void
  /** Waits up to this long for running requests; idle connections are closed immediately. */
  close(patienceMs?: number): Promise<void>
}

const tlsRules = { minVersion: 'TLSv1.2' } as const

/**
 * One port: plain HTTP, or TLS that also redirects plain requests to https. Certificate authorities are answered on
 * either.
 */
export function createListener(certificate: Certificate | undefined, challenges?: Challenges): Listener {
  let server: Server | undefined
  let front: NetServer | undefined
  let behind: Server[] = []
  const sockets = createSockets()

  return {
    attach(served) {
      const handler = challenges ? withChallenges(challenges, served) : served
      // An https server has the same request side as an http one, and Fastify needs only that.
      server = (
        certificate
          ? createHttpsServer(
              { ...limits, ...certificate, ...tlsRules, handshakeTimeout: limits.headersTimeout },
              handler,
            )
          : createHttpServer(limits, handler)
      ) as Server
      if (certificate) {
        const redirecting = challenges ? withChallenges(challenges, redirectToHttps) : redirectToHttps
        const plain = createHttpServer(limits, redirecting)
        behind = [server, plain]
        front = createNetServer({ noDelay: true }, sniffInto(server, plain, challenges))
        // These servers are handed connections and never listen, but Node enforces deadlines only after "listening".
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
    renew(next) {
      if (server && 'setSecureContext' in server)
        (server as unknown as HttpsServer).setSecureContext({ ...next, ...tlsRules }) // made above
    },
    async close(patienceMs = shutdownTimeout) {
      for (const s of behind) s.close(() => {}) // stops their timers
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

/** Tracks open connections and which of them are busy; by peer, because TLS hides the accepted socket. */
function createSockets() {
  const open = new Map<string, Socket>()
  const atWork = new Map<string, number>()
  let closing = false
  const names = new WeakMap<Socket, string>()
  /** Cached: one connection serves many requests, and a closed socket loses its peer address. */
  function nameOf(socket: Socket): string {
    const name = names.get(socket) ?? `${socket.remoteAddress} ${socket.remotePort}`
    names.set(socket, name)
    return name
  }

  function done(name: string) {
    const left = (atWork.get(name) ?? 1) - 1
    if (left > 0) return void atWork.set(name, left)
    atWork.delete(name)
    // The reply said "close"; a peer that keeps the connection open must not delay the shutdown.
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
    /** A WebSocket is ended by its hub, with a close frame. A server without WebSockets must not listen for them. */
    trackUpgrades(s: Server) {
      if (s.listenerCount('upgrade') === 0) return
      s.on('upgrade', (_request, socket) => {
        const name = nameOf(socket as Socket) // http passes the connection itself
        atWork.set(name, 1)
        socket.once('close', () => done(name))
        // Node gives up control here. A connection that does not become a WebSocket (which stops this timer) must not
        // stay open.
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
 * Malformed or incomplete HTTP gets only a status. A disconnected caller gets nothing, and neither does a connection
 * that sent nothing: browsers preconnect and would take the status for the reply to their request.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  const { bytesRead, writable } = socket as Socket // http and https pass the connection itself
  if (writable && bytesRead > 0) {
    const status = statusOf[error.code ?? ''] ?? '400 Bad Request'
    socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  }
  socket.destroy()
}

/** A TLS handshake starts with 0x16; anything else is plain HTTP. */
function sniffInto(secure: Server, plain: Server, challenges: Challenges | undefined) {
  const authority = challenges && createAlpnServer(challenges, limits.headersTimeout)
  return (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const giveUp = setTimeout(() => socket.destroy(), limits.headersTimeout)
    socket.once('close', () => clearTimeout(giveUp))
    let seen = Buffer.alloc(0)
    function look(): void {
      const more: Buffer | null = socket.read()
      if (more === null) return void socket.destroy()
      seen = Buffer.concat([seen, more])
      const isTls = seen[0] === 0x16
      // Who comes is told from the whole greeting, and read so far only while an authority is expected.
      const isAuthority = isTls && challenges?.expectsTls() ? isChallengeHello(seen) : false
      if (isAuthority === undefined) return void socket.once('readable', look)
      clearTimeout(giveUp)
      socket.unshift(seen)
      const server = isTls ? secure : plain
      ;(isAuthority && authority ? authority : server).emit('connection', socket)
    }
    socket.once('readable', look)
  }
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
