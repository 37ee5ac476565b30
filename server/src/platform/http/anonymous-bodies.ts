import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Refusal } from '#domain/refusal.ts'
import type { MaybeAsync } from '../maybe-async.ts'

/** A login form has a few hundred bytes and three fields: enough for any caller without credentials. */
export const anonymousBytes = 16 * 1024
export const anonymousPairs = 64

/** Limit for all bodies of unauthenticated callers together; each counts as at least 1 KiB. */
const mostInFlight = 8 * 1024 * 1024
const leastCounted = 1024
const patienceMs = 1_000

const isChunked = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined
const declared = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/**
 * For a body that will not be read: stops reading the connection, delays the reply by a second and then closes it. A
 * caller that repeats the request is limited to one per second, and its data is never copied. A small or missing body
 * is not delayed.
 */
export function holdBack(request: IncomingMessage, response: ServerResponse): MaybeAsync<void> {
  const { socket } = request
  const isSmall = !isChunked(request) && declared(request) <= anonymousBytes
  if (isSmall || request.complete || !(socket instanceof Socket)) return
  socket.pause()
  socket.resume = () => socket // Node would read the rest, megabytes at a time, once the reply is sent
  setImmediate(() => request.read()) // discards what came with the headers
  response.once('finish', () => {
    socket.end()
    setTimeout(() => socket.destroy(), patienceMs).unref()
  })
  return new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
}

/** Small bodies of unauthenticated callers that are being read or answered. */
export function createInFlight(most = mostInFlight) {
  const open = new Map<IncomingMessage, number>()
  let total = 0

  function leave(request: IncomingMessage) {
    total -= open.get(request) ?? 0
    open.delete(request)
  }

  /** Drops the oldest first: a login arrives in one piece and is never among them. */
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
      const bytes = isChunked(request) ? anonymousBytes : declared(request)
      if (bytes === 0) return
      const counted = Math.max(bytes, leastCounted)
      if (total + counted > most) makeRoom(counted)
      if (total + counted > most) throw new Refusal('panel.busy-with-strangers')
      open.set(request, counted)
      total += counted
      for (const end of ['finish', 'close']) response.once(end, () => leave(request))
    },
    bytes: () => total,
  }
}
