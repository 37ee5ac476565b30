import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Held, Quota } from './connection-quota.ts'
import { originOf, type TrustedProxies } from './origin.ts'

/** A connection may be idle this long. Node enforces the longer time, and says so in each answer. */
export const idleMs = { unknown: 5_000, known: 120_000 }
/** The header of answers to unknown callers. */
export const unknownKeepAlive = `timeout=${idleMs.unknown / 1_000}`
/** As Node does it: the connection ends a little later than announced, so that a last request is not lost. */
const graceMs = 1_000

interface Connection extends Held {
  accepted: Socket
  /** Requests that run. */
  works: number
  /** Somebody with a credential uses it. */
  hasKnownCaller: boolean
  /** Requests that were begun on it so far. */
  begun: number
  isForwarded: boolean
}

/** By the socket that requests come from: the accepted one, or the TLS socket over it. */
const connections = new WeakMap<Socket, Connection>()

/** Somebody with a credential uses this connection. */
export function rememberCaller({ socket }: IncomingMessage): void {
  const connection = connections.get(socket)
  if (connection) connection.hasKnownCaller = true
}

/**
 * Ends a connection whose time is over, unless its request has already arrived: on a server that stood still for some
 * seconds, timers run before the waiting requests are read.
 */
export function endUnlessAsked(socket: Socket, end: () => void): void {
  const before = connections.get(socket)?.begun
  setImmediate(() => {
    if (connections.get(socket)?.begun === before) end()
  })
}

/** Tracks open connections and which of them are busy; by peer, because TLS hides the accepted socket. */
export function createConnections(upgradeMs: number, quota: Quota) {
  const open = new Map<string, Connection>()
  let closing = false
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

  /** Cached: one connection serves many requests, and a closed socket loses its peer address. */
  function connectionOf(socket: Socket): Connection | undefined {
    const known = connections.get(socket)
    if (known) return known
    const connection = open.get(nameOf(socket))
    if (connection) connections.set(socket, connection)
    return connection
  }

  function made(accepted: Socket): Connection {
    const connection: Connection = {
      accepted,
      works: 0,
      hasKnownCaller: false,
      begun: 0,
      isForwarded: false,
      isIdle: () => connection.works === 0,
      isKnown: () => connection.hasKnownCaller,
      end: () => accepted.destroy(),
    }
    return connection
  }

  function begin(socket: Socket): Connection | undefined {
    const connection = connectionOf(socket)
    if (!connection) return undefined
    connection.begun++
    connection.works++
    return connection
  }
  function done(connection: Connection | undefined, socket: Socket) {
    if (!connection || --connection.works > 0) return
    // A peer that keeps the connection open must not delay the shutdown. TLS has to send its last bytes first, so this is
    // the socket that was written to, not the accepted one.
    if (closing) socket.destroySoon()
    else if (!connection.isForwarded && !connection.hasKnownCaller)
      socket.setTimeout(idleMs.unknown + graceMs)
  }
  function endIdle(keepsFresh = false) {
    for (const { works, begun, accepted } of open.values())
      if (works === 0 && !(keepsFresh && begun === 0)) accepted.destroy()
  }

  return {
    /** False if there is no room for it. */
    opened(socket: Socket): boolean {
      const name = nameOf(socket)
      const connection = made(socket)
      if (!quota.enter(connection, socket.remoteAddress ?? '')) return false
      open.set(name, connection)
      socket.once('close', () => {
        quota.leave(connection)
        if (open.get(name) === connection) open.delete(name)
      })
      return true
    },
    /** Counts it for the address that the proxy names. False if there are too many connections for that address. */
    admits(request: IncomingMessage, trusted: TrustedProxies | undefined): boolean {
      if (!trusted || request.headers['x-forwarded-for'] === undefined) return true
      const connection = connectionOf(request.socket)
      const { address } = originOf(request, trusted)
      if (!connection || address === request.socket.remoteAddress) return true
      connection.isForwarded = true
      return quota.move(connection, address)
    },
    atWork({ socket }: IncomingMessage, response: ServerResponse) {
      const connection = begin(socket)
      response.on('close', () => done(connection, socket))
    },
    /** A WebSocket is ended by its hub, with a close frame. */
    upgraded(given: Duplex) {
      const socket = given as Socket // http passes the connection itself
      const connection = begin(socket)
      socket.once('close', () => done(connection, socket))
      // Node gives up control here. A connection that does not become a WebSocket (which stops this timer) must not stay
      // open.
      socket.setTimeout(upgradeMs, () => socket.destroy())
    },
    endIdle: () => endIdle(),
    endSoon(firstMs: number) {
      closing = true
      endIdle(firstMs > 0)
      if (firstMs > 0) setTimeout(endIdle, firstMs)
    },
    endAll: () => {
      for (const { accepted } of open.values()) accepted.destroy()
    },
  }
}
