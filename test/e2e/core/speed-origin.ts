import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { closing } from '#test/closing.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { dial } from './dial.ts'

const chunk = Buffer.alloc(65_536, 'x')
/** The core splices after a few small records and a pause: a flood from the first byte on would not be. */
const pauseMs = 300
const beatMs = 20

/** `D`: as much as the line takes; `S` and a number: so many bytes per second; `U`: reads all; `E`: sends it back. */
function serve(socket: Socket, received: Map<string, number>): void {
  socket.on('error', () => {})
  socket.once('data', (first: Buffer) => {
    const [kind, name = ''] = first.toString('latin1').trim().split(' ')
    socket.write('ok\n')
    if (kind === 'U') {
      socket.on('data', (part: Buffer) => received.set(name, (received.get(name) ?? 0) + part.length))
      return
    }
    if (kind === 'E') return void socket.on('data', (part: Buffer) => socket.write(part))
    let beat: NodeJS.Timeout | undefined
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    /** By the clock: a busy machine calls late. */
    function stream(perSecond: number) {
      let [last, owed] = [performance.now(), 0]
      return setInterval(() => {
        owed = Math.min(perSecond, owed + ((performance.now() - last) / 1_000) * perSecond)
        last = performance.now()
        for (; owed > 0 && socket.writableLength < 1_048_576; owed -= chunk.length) socket.write(chunk)
      }, beatMs)
    }
    const begin = setTimeout(() => {
      if (kind === 'D') flood()
      else beat = stream(Number(name))
    }, pauseMs)
    if (kind === 'D') socket.on('drain', flood)
    socket.once('close', () => {
      clearTimeout(begin)
      clearInterval(beat)
    })
  })
}

const listening = async (server: Server, host: string): Promise<number> => {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on TCP
}

/** What clients download from and upload to as fast as they can, in the clear and with TLS 1.3. */
export async function createSpeedOrigin(host = '127.0.0.1') {
  const received = new Map<string, number>()
  const keep = (socket: Socket) => serve(socket, received)
  const plain = createServer(keep)
  const keys = { cert: testKeys.certificate, key: testKeys.key }
  const tls = createTlsServer({ ...keys, minVersion: 'TLSv1.3' }, keep).on('tlsClientError', () => {})
  const ends = [plain, tls].map(closing)
  return {
    port: await listening(plain, host),
    tlsPort: await listening(tls, host),
    /** Bytes that arrived under a name. */
    received: (name: string): number => received.get(name) ?? 0,
    async close() {
      await Promise.all(ends.map((end) => end()))
    },
  }
}

export type SpeedOrigin = Awaited<ReturnType<typeof createSpeedOrigin>>

export interface Transfer {
  bytes(): number
  isOpen(): boolean
  close(): void
}

/** Begins a transfer through a client's proxy port; `tls`: with TLS 1.3 inside, as a browser does. */
export async function openTransfer(
  door: number,
  what: string,
  tls = false,
): Promise<Transfer & { socket: Socket }> {
  const outer = await dial(door)
  outer.on('error', () => {})
  const socket = tls ? connectTls({ socket: outer, rejectUnauthorized: false }) : outer
  socket.on('error', () => {})
  if (tls) await once(socket, 'secureConnect')
  let bytes = 0
  let isOpen = true
  socket.on('data', (part: Buffer) => {
    bytes += part.length
  })
  socket.once('close', () => {
    isOpen = false
  })
  socket.write(`${what}\n`)
  await once(socket, 'data')
  return { socket, bytes: () => bytes, isOpen: () => isOpen, close: () => socket.destroy() }
}

/** An upload as fast as the line takes it; `bytes` are those that arrived. */
export async function openUpload(door: number, name: string, origin: SpeedOrigin): Promise<Transfer> {
  const { socket, ...transfer } = await openTransfer(door, `U ${name}`)
  const push = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', push)
  setTimeout(push, pauseMs)
  return { ...transfer, bytes: () => origin.received(name) }
}

/** Bytes per second of each while `ms` pass. */
export async function ratesOf(transfers: readonly Transfer[], ms: number): Promise<number[]> {
  const [began, before] = [performance.now(), transfers.map((one) => one.bytes())]
  await new Promise((resolve) => setTimeout(resolve, ms))
  const seconds = (performance.now() - began) / 1_000
  return transfers.map((one, i) => (one.bytes() - (before[i] ?? 0)) / seconds)
}
