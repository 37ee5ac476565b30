import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'
import { Refusal } from '#domain/refusal.ts'

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
  close(): Promise<void>
}

/** One port: plain HTTP, or TLS that also answers a plain request with a redirect to https. */
export function createListener(certificate: Certificate | undefined): Listener {
  let server: Server | undefined
  let front: NetServer | undefined
  const sockets = new Set<Socket>()

  function track(s: NetServer) {
    s.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  }

  return {
    attach(handler) {
      // An https server has the same request side as an http one; Fastify asks for no more.
      server = (
        certificate
          ? createHttpsServer({ ...limits, ...certificate, minVersion: 'TLSv1.2' }, handler)
          : createHttpServer(limits, handler)
      ) as Server
      server.timeout = writeTimeout
      if (certificate) {
        const secure = server
        const plain = createHttpServer(limits, redirectToHttps)
        plain.timeout = writeTimeout
        front = createNetServer({ noDelay: true }, (socket) => sniff(socket, secure, plain))
        track(front)
      } else track(server)
      return server
    },
    listen(address, port) {
      const target = front ?? server
      if (!target) throw new Error('attach first')
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
    async close() {
      const target = front ?? server
      if (!target?.listening) return
      const closed = new Promise<void>((resolve) => target.close(() => resolve()))
      server?.closeIdleConnections()
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, shutdownTimeout)
      // Connections that never sent a request would hold a TLS front open: it has no idle list of its own.
      if (front) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      await closed
      clearTimeout(deadline)
    },
  }
}

/** The first byte of a TLS handshake is 0x16; anything else is a person who typed http://. */
function sniff(socket: Socket, secure: Server, plain: Server) {
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

const redirectToHttps: RequestListener = (request, response) => {
  const host = request.headers.host
  if (!host) return void response.writeHead(400).end()
  response.writeHead(307, { location: `https://${host}${request.url ?? '/'}`, connection: 'close' }).end()
}

function listenRefusal(error: NodeJS.ErrnoException, address: string, port: number): Error {
  const where = `${address.includes(':') ? `[${address}]` : address}:${port}`
  if (error.code === 'EADDRINUSE')
    return new Refusal(
      `Port ${port} is taken on ${address}: stop what listens there or choose another port (SLUICE_PORT, SLUICE_SUB_PORT).`,
    )
  if (error.code === 'EACCES')
    return new Refusal(`Port ${port} needs rights that this user does not have: choose a port above 1023.`)
  if (error.code === 'EADDRNOTAVAIL')
    return new Refusal(
      `This machine has no address ${address}: set the listen address to one of its own, or 0.0.0.0.`,
    )
  return new Refusal(`Cannot listen on ${where} (${error.message}).`)
}
