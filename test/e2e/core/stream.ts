import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { closing } from '#test/closing.ts'
import { patient } from '#test/patient.ts'
import type { Pair } from './certificates.ts'

/** Sends 8 kB every 20 ms to every caller, endlessly. */
export async function startSource() {
  const open = new Set<ServerResponse>()
  let calls = 0
  let isPaused = false
  const chunk = Buffer.alloc(8_192, 'x')
  const server = createHttpServer((_, reply) => {
    calls++
    open.add(reply)
    reply.on('error', () => {}).once('close', () => open.delete(reply))
    reply.write(chunk)
  })
  const beat = setInterval(() => {
    if (isPaused) return
    for (const reply of open) if (reply.writableLength < 65_536) reply.write(chunk)
  }, 20)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    /** How many requests have arrived so far. */
    calls: () => calls,
    /** Sends nothing more: what was sent arrives, and is counted. */
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    async stop() {
      clearInterval(beat)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The site for Reality: any TLS 1.3 server with h2. */
export async function startTlsTarget(pair: Pair, port: number) {
  const server = createTlsServer({ ...pair, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] })
  const stop = closing(server)
  server.on('connection', (socket: Socket) => socket.on('error', () => {}))
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { stop }
}

export interface Stream {
  bytes: number
  /** When the last byte arrived, and when the connection ended: performance.now(). */
  lastByte: number
  ended: number | undefined
  /** The longest silence in milliseconds since `mark()`, or since the start. */
  gap(): number
  mark(): void
  stop(): void
}

const greeting = Buffer.from([5, 1, 0])

/** A core answers within this time, also on a busy machine. */
const answerMs = 4_000

/**
 * A download through a SOCKS port of a client core. The panel answers before its core knows a new client, and some
 * protocols never answer a stranger: while no byte has arrived, it is dialled again now and then.
 */
export function openStream(door: number, port: number): Stream {
  let longest = 0
  const stream: Stream = {
    bytes: 0,
    lastByte: performance.now(),
    ended: undefined,
    gap: () => Math.max(longest, performance.now() - stream.lastByte),
    mark: () => {
      longest = 0
    },
    stop() {
      clearInterval(timer)
      socket.destroy()
    },
  }
  function dial(): Socket {
    const target = Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 255])
    const socket = connect(door, '127.0.0.1')
    let said = 0
    socket.on('connect', () => socket.write(greeting))
    socket.on('data', (chunk) => {
      said++
      if (said === 1) socket.write(target)
      else if (said === 2) socket.write('GET / HTTP/1.1\r\nHost: source\r\n\r\n')
      else {
        const now = performance.now()
        if (stream.bytes > 0) longest = Math.max(longest, now - stream.lastByte)
        stream.lastByte = now
        stream.bytes += chunk.length
      }
    })
    socket.on('error', () => {})
    return socket
  }
  const untilClosed = () =>
    socket.once('close', () => {
      clearInterval(timer)
      stream.ended = performance.now()
    })
  let socket = dial()
  const timer = setInterval(() => {
    if (stream.bytes > 0) return clearInterval(timer)
    socket.removeAllListeners('close').destroy()
    socket = dial()
    untilClosed()
  }, answerMs).unref()
  untilClosed()
  return stream
}

/** Over, or silent for thirty times the sender's pause while another hears from it. */
export const isOver = (stream: Stream, other: Stream): boolean =>
  stream.ended !== undefined || other.lastByte - stream.lastByte > patient(600)

/**
 * How many bytes a stream has received since it had `before`. A QUIC server that hears no acknowledgement still sends a
 * datagram now and then until it gives up (RFC 9002, 6.2.4): a few of those are not a download.
 */
export function heardSince({ bytes }: Stream, before: number, over: 'tcp' | 'quic'): number {
  const heard = bytes - before
  return over === 'quic' && heard <= 4 * 1_500 ? 0 : heard
}

/** Asks a Trojan inbound for any name, including one that no honest client would ask for. */
export async function askTrojan(
  server: { port: number; ca: string; servername: string },
  password: string,
  name: string,
) {
  const socket = connectTls({ ...server, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  const hash = createHash('sha224').update(password).digest('hex')
  const head = Buffer.from([1, 3, Buffer.byteLength(name)])
  socket.write(Buffer.concat([Buffer.from(`${hash}\r\n`), head, Buffer.from(`${name}\0P\r\n`)]))
  socket.resume()
  await once(socket, 'close') // the core refuses such a name
}
