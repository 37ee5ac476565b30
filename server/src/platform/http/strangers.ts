import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { Refusal } from '#domain/refusal.ts'
import type { Later } from '../maybe-async.ts'

/** A login form has a few hundred bytes and three fields: nobody without credentials needs more than this. */
export const strangerBytes = 16 * 1024
export const strangerPairs = 64

/** Of all bodies of callers without credentials together; each counts as a KiB at least. */
const mostInFlight = 8 * 1024 * 1024
const leastCounted = 1024
const patienceMs = 1_000

const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined
const declared = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/**
 * A body that will not be read: its connection is read no further, the answer waits a second and the connection ends
 * after it. A caller that only repeats itself is so held to one try a second, and nothing that it sends is copied.
 * Where the body is small or there is none, there is nothing to wait for.
 */
export function holdBack(request: IncomingMessage, response: ServerResponse): Later<void> {
  const { socket } = request
  const isSmall = !isChunked(request) && declared(request) <= strangerBytes
  if (isSmall || request.complete || !(socket instanceof Socket)) return
  socket.pause()
  socket.resume = () => socket // Node would read the rest, megabytes at a time, as soon as it has answered
  setImmediate(() => request.read()) // what came with the head need not be kept
  response.once('finish', () => {
    socket.end()
    setTimeout(() => socket.destroy(), patienceMs).unref()
  })
  return new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
}

/** A body that does not say how long it is, up to the same size. */
export function capped(body: Readable): Readable {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > strangerBytes ? Object.assign(new Error('too large'), { statusCode: 413 }) : null, chunk)
    },
  })
  body.on('error', (error) => counting.destroy(error))
  return body.pipe(counting)
}

/** The small bodies of strangers that are being read or answered. */
export function createInFlight(most = mostInFlight) {
  const open = new Map<IncomingMessage, number>()
  let total = 0

  function leave(request: IncomingMessage) {
    total -= open.get(request) ?? 0
    open.delete(request)
  }

  /** The one that has been coming for the longest goes first: a login arrives in one piece and is never among them. */
  function makeRoom(bytes: number) {
    for (const request of open.keys()) {
      if (total + bytes <= most) return
      if (request.complete) continue
      leave(request)
      request.socket.destroy()
    }
  }

  return {
    admit(request: IncomingMessage, response: ServerResponse): void {
      const bytes = isChunked(request) ? strangerBytes : declared(request)
      if (bytes === 0) return
      const counted = Math.max(bytes, leastCounted)
      if (total + counted > most) makeRoom(counted)
      if (total + counted > most)
        throw new Refusal('panel.busy-with-strangers')
      open.set(request, counted)
      total += counted
      for (const end of ['finish', 'close']) response.once(end, () => leave(request))
    },
    bytes: () => total,
  }
}
