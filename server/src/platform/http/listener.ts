import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import { createServer as createNetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { andThen } from '../maybe-async.ts'
import { listenRefusal } from './address.ts'
import { holdBack } from './anonymous-bodies.ts'
import type { Certificate } from './certificate.ts'
import { type Challenges, createAlpnServer, isChallengeHello, withChallenges } from './challenges.ts'
import { createQuota, type Quota } from './connection-quota.ts'
import { createConnections, endUnlessAsked, idleMs } from './connections.ts'
import { comeAgain, createHandover, type Service } from './handover.ts'

/** The limits of both public listeners; Node enforces them every `connectionsCheckingInterval`. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  keepAliveTimeout: idleMs.known,
  connectionsCheckingInterval: 1_000,
}
const writeTimeout = 30_000
const shutdownTimeout = 10_000

const tlsRules = { minVersion: 'TLSv1.2' } as const
const backlog = 1024

/**
 * One open port: plain HTTP, or TLS that also redirects plain requests to https. Certificate authorities are answered on
 * either. It outlives the panels that serve it: between two of them callers wait, and nobody is refused.
 */
export function createListener(quota: Quota = createQuota()) {
  const handover = createHandover()
  const sockets = createConnections(limits.headersTimeout, quota)
  const challenges: Challenges = {
    http: (token) => handover.service()?.challenges?.http(token),
    expectsTls: () => handover.service()?.challenges?.expectsTls() ?? false,
    tls: (name) => handover.service()?.challenges?.tls(name),
  }
  let transport: Transport | undefined
  const front = createNetServer({ noDelay: true }, (socket) => {
    if (sockets.opened(socket)) transport?.accept(socket)
    else socket.destroy()
  })
  const onRequest: RequestListener = (request, response) => {
    if (sockets.admits(request, handover.service()?.trusted?.())) handover.request(request, response)
    else comeAgain(response)
  }

  return {
    /** `from`: a listening socket that was opened before; without it the port is opened. */
    listen(address: string, port: number, from?: object): Promise<number> {
      return new Promise((resolve, reject) => {
        const failed = (error: NodeJS.ErrnoException) => reject(listenRefusal(error, address, port))
        front.once('error', failed)
        const opened = () => {
          front.off('error', failed)
          const bound = front.address()
          resolve(typeof bound === 'object' && bound ? bound.port : port)
        }
        if (from) front.listen(from, backlog, opened)
        else front.listen({ host: address, port, backlog }, opened)
      })
    },
    /** The listening socket, for the process that keeps it open. Node's manual names this member, its types do not. */
    handle: (): object | undefined => (front as unknown as { _handle: object | null })._handle ?? undefined,
    isServed: () => handover.service() !== undefined,
    /** This service answers callers from now on, also those that waited. */
    serve(service: Service): void {
      const { certificate, handlers } = service
      if (transport && transport.isSecure !== (certificate !== undefined)) {
        transport.close()
        sockets.endIdle()
        transport = undefined
      }
      if (transport && certificate) transport.renew(certificate)
      transport ??= createTransport(certificate, challenges, onRequest, sockets.atWork)
      transport.onUpgrade(
        handlers.upgrade &&
          ((request, socket, head) => {
            sockets.upgraded(socket)
            handover.upgrade(request, socket, head)
          }),
      )
      handover.open(service)
    },
    /** New connections get this certificate; open ones go on as they are. Only for a service that speaks TLS. */
    renew: (certificate: Certificate) => transport?.renew(certificate),
    /** From now on callers wait for the next service. Resolves when the answers that run were sent, or cut after this long. */
    leave: (service: Service, patienceMs = shutdownTimeout) => handover.leave(service, patienceMs),
    /**
     * From now on every reply closes its connection, so that no idle connection is closed while a next request is on its
     * way. Callers are still answered. Resolves when the running requests were answered, or after this long.
     */
    endAfterAnswers: (patienceMs = shutdownTimeout) => handover.endAfterAnswers(patienceMs),
    /**
     * Waits up to `patienceMs` for running requests, and up to `firstMs` for the first request of a new connection; idle
     * connections are closed immediately.
     */
    async close(patienceMs = shutdownTimeout, firstMs = 0): Promise<void> {
      if (!front.listening) return
      const closed = new Promise<void>((resolve) => front.close(() => resolve()))
      handover.close()
      sockets.endSoon(firstMs)
      const deadline = setTimeout(sockets.endAll, patienceMs)
      await closed
      clearTimeout(deadline)
      transport?.close()
    },
  }
}

export type Listener = ReturnType<typeof createListener>

const servers = new WeakMap<Socket, Server>()

/** The server whose limits hold for a connection. */
export const serverOf = (socket: Socket): Server | undefined => servers.get(socket)

type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
type Transport = ReturnType<typeof createTransport>

/** The servers behind the port. They are handed connections and never listen. */
function createTransport(
  certificate: Certificate | undefined,
  challenges: Challenges,
  onRequest: RequestListener,
  atWork: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const counted = (handler: RequestListener): RequestListener => {
    const answer = withChallenges(challenges, handler)
    return (request, response) => {
      atWork(request, response)
      answer(request, response)
    }
  }
  // An https server has the same request side as an http one.
  const server = (
    certificate
      ? createHttpsServer(
          { ...limits, ...certificate, ...tlsRules, handshakeTimeout: limits.headersTimeout },
          counted(onRequest),
        )
      : createHttpServer(limits, counted(onRequest))
  ) as Server
  const plain = certificate && createHttpServer(limits, counted(redirectToHttps))
  const all = plain ? [server, plain] : [server]
  for (const s of all) {
    s.timeout = writeTimeout
    s.on('clientError', refuseUnreadable)
    s.on('timeout', (socket) => endUnlessAsked(socket, () => socket.destroy()))
    s.on(s === plain || !certificate ? 'connection' : 'secureConnection', (socket) => servers.set(socket, s))
    s.emit('listening') // Node enforces deadlines only after that
  }
  let listensFor: OnUpgrade | undefined
  return {
    isSecure: certificate !== undefined,
    accept: plain ? sniffInto(server, plain, challenges) : intoPlain(server),
    renew(next: Certificate): void {
      if ('setSecureContext' in server)
        (server as unknown as HttpsServer).setSecureContext({ ...next, ...tlsRules }) // made above
    },
    /** A server without WebSockets must not listen for them: Node would leave such requests to nobody. */
    onUpgrade(next: OnUpgrade | undefined): void {
      if (listensFor) server.off('upgrade', listensFor)
      if (next) server.on('upgrade', next)
      listensFor = next
    },
    /** Stops their timers. */
    close(): void {
      for (const s of all) s.close(() => {})
    },
  }
}

/** As Node's own HTTP server has it: a caller may end its side before the answer. */
const intoPlain = (server: Server) => (socket: Socket) => {
  socket.allowHalfOpen = true
  server.emit('connection', socket)
}

const statusOf: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/**
 * Malformed or incomplete HTTP gets only a status. A disconnected caller gets nothing, and neither does a connection
 * that sent nothing: browsers preconnect and would take the status for the reply to their request.
 */
function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, given: Duplex) {
  const socket = given as Socket // http and https pass the connection itself
  const refuse = () => {
    if (socket.writable && socket.bytesRead > 0) {
      const status = statusOf[code] ?? '400 Bad Request'
      socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    }
    socket.destroy()
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') endUnlessAsked(socket, refuse)
  else refuse()
}

/** A TLS handshake starts with 0x16; anything else is plain HTTP. */
function sniffInto(secure: Server, plain: Server, challenges: Challenges) {
  const authority = createAlpnServer(challenges, limits.headersTimeout)
  return (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    // What has arrived is read first.
    const giveUp = setTimeout(() => setImmediate(() => isWaiting && socket.destroy()), limits.headersTimeout)
    socket.once('close', () => clearTimeout(giveUp))
    let isWaiting = true
    let seen = Buffer.alloc(0)
    function look(): void {
      const more: Buffer | null = socket.read()
      if (more === null) return void socket.destroy()
      seen = Buffer.concat([seen, more])
      const isTls = seen[0] === 0x16
      // Who comes is told from the whole greeting, and read so far only while an authority is expected.
      const isAuthority = isTls && challenges.expectsTls() ? isChallengeHello(seen) : false
      if (isAuthority === undefined) return void socket.once('readable', look)
      isWaiting = false
      clearTimeout(giveUp)
      socket.unshift(seen)
      const server = isTls ? secure : plain
      ;(isAuthority ? authority : server).emit('connection', socket)
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
