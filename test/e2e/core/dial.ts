import { request } from 'node:http'
import type { Socket } from 'node:net'
import { patient } from '#test/patient.ts'
import { deadlineMs } from '#test/until.ts'

/** Nothing is there: an answer can only come through the core, whose only outbound leads to the origin. */
const farAway = '192.0.2.1:80'

/** A connection through a client's proxy port to wherever the core leads it. */
export function dial(proxyPort: number, timeoutMs = patient(10_000)): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: proxyPort, method: 'CONNECT', path: farAway })
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')))
    asked.once('error', reject)
    asked.once('connect', (res, socket) => {
      socket.setTimeout(0)
      if (res.statusCode === 200) resolve(socket)
      else {
        socket.destroy()
        reject(new Error(`the proxy answered ${res.statusCode}`))
      }
    })
    asked.end()
  })
}

/** Received bytes of the body; throws if the route is closed. */
export async function fetchThrough(proxyPort: number, timeoutMs = patient(10_000)): Promise<number> {
  const socket = await dial(proxyPort, timeoutMs)
  return new Promise((resolve, reject) => {
    const answer: Buffer[] = []
    let size = 0
    let wanted = Number.POSITIVE_INFINITY
    const timer = setTimeout(() => socket.destroy(new Error(`${size} bytes in ${timeoutMs} ms`)), timeoutMs)
    socket.on('data', (chunk: Buffer) => {
      answer.push(chunk)
      size += chunk.length
      if (wanted === Number.POSITIVE_INFINITY) wanted = lengthOf(Buffer.concat(answer).toString('latin1'))
      if (size >= wanted) socket.destroy() // not every protocol passes on the end of the stream
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      if (size >= wanted) resolve(bodyOf(Buffer.concat(answer)))
      else reject(new Error(`the connection ended after ${size} bytes`))
    })
    socket.write('GET / HTTP/1.1\r\nHost: origin\r\nConnection: close\r\n\r\n')
  })
}

const headEnd = '\r\n\r\n'
const bodyOf = (answer: Buffer): number => answer.length - answer.indexOf(headEnd) - headEnd.length

/** Of a whole response, once its header has arrived. */
function lengthOf(text: string): number {
  const end = text.indexOf(headEnd)
  const length = /^HTTP\/1\.1 200 .*content-length: (\d+)/is.exec(text.slice(0, Math.max(0, end)))?.[1]
  return length ? end + headEnd.length + Number(length) : Number.POSITIVE_INFINITY
}

/** Whether a client can connect right now. */
export const reaches = (proxyPort: number, timeoutMs = patient(3_000)): Promise<boolean> =>
  fetchThrough(proxyPort, timeoutMs).then(
    () => true,
    () => false,
  )

export interface Stream {
  bytes(): number
  isOpen(): boolean
  /** Whether bytes still arrive: a cut connection may stay open on the client's side. */
  flows(withinMs?: number): Promise<boolean>
  close(): void
}

/** An endless download; resolves once its first bytes have arrived. */
export async function openStream(proxyPort: number, path = '/stream'): Promise<Stream> {
  const socket = await dial(proxyPort)
  let bytes = 0
  socket.on('error', () => {})
  const began = new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('the stream ended before it began')))
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      resolve()
    })
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: origin\r\n\r\n`)
  await began
  return {
    bytes: () => bytes,
    isOpen: () => !socket.destroyed,
    async flows(withinMs = deadlineMs) {
      const before = bytes
      const end = Date.now() + withinMs
      while (bytes === before && !socket.destroyed && Date.now() < end)
        await new Promise((next) => setTimeout(next, 25))
      return bytes > before && !socket.destroyed
    },
    close: () => socket.destroy(),
  }
}

/** The same before a test begins: an app tries again when a busy machine lets its first handshake run out of time. */
export async function openStreamSoon(proxyPort: number, path?: string): Promise<Stream> {
  for (let tries = 1; ; tries++) {
    try {
      return await openStream(proxyPort, path)
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}
