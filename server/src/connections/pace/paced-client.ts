import type { Speeds } from '#domain/limits/effective.ts'
import { balanced, firstClamp, nextClamp, sharedRates } from '#domain/limits/sharing.ts'
import { EBADF, type Native, SystemFault } from '../kernel/native.ts'
import type { ClientSpeeds } from './read-limits.ts'
import {
  clampWindow,
  freeBuffer,
  holdBuffer,
  pace,
  peerOf,
  type Reading,
  readSocket,
} from './socket-options.ts'

/** A connection whose speed is limited. */
interface Paced {
  peer: string
  inbound: string
  /** The core's descriptor. */
  fd: number
  last: Reading | undefined
  /** What was set, 0 for nothing: bytes per second down, bytes of window up. */
  pace: number
  clamp: number
  /** Bytes per second that it should receive. */
  target: number
  /** When it last received about as much as it may. */
  hungryAt: number
  /** Our copy of the descriptor, during a look only. */
  open?: number
  rates: Speeds
}

type Direction = keyof Speeds

/** Below this difference a rate is not set again. */
const worthSetting = 0.01
/** What every line carries. */
const smallestSegment = 536
const hungryMs = 1_000
/** Seconds of its limit that a client may catch up on, by direction: an upload is held less exactly. */
const missed: Speeds = { down: 0.2, up: 0.5 }
const connectionName = (peer: string, inbound: string) => `${peer} ${inbound}`

/**
 * The connections of one limited client. A single download is paced by the kernel alone; several share the limit, and
 * uploads are held by the receive window, so these are looked at again and again.
 */
export function createPacedClient(speeds: ClientSpeeds) {
  const sockets = new Map<string, Paced>()
  const credits = new Map<string, number>()
  let wanted = speeds
  let inbounds: ReadonlyMap<string, Speeds> = new Map()
  let lookedAt = 0
  let quiet = 0

  /** The limit of a connection, and the name of those that share it: all of the client's, or those on one inbound. */
  function limitOf(socket: { inbound: string }, direction: Direction): { limit: number; share: string } {
    if (wanted.own[direction] > 0) return { limit: wanted.own[direction], share: direction }
    const limit = wanted.inherits[direction] ? (inbounds.get(socket.inbound)?.[direction] ?? 0) : 0
    return { limit, share: `${direction} ${socket.inbound}` }
  }

  /** Copies the descriptors; what the core has closed or uses for another connection is dropped. */
  function openAll(native: Native, pidfd: number): void {
    for (const [name, socket] of sockets) {
      try {
        const fd = native.pidfdGetfd(pidfd, socket.fd)
        socket.open = fd
        if (peerOf(native, fd) === socket.peer) continue
      } catch (error) {
        if (!(error instanceof SystemFault && error.errno === EBADF)) throw error
      }
      if (socket.open !== undefined) native.close(socket.open)
      sockets.delete(name)
    }
  }

  function closeAll(native: Native): void {
    for (const socket of sockets.values()) {
      if (socket.open !== undefined) native.close(socket.open)
      delete socket.open
    }
  }

  /** Reads every socket; returns the bytes that each carried since. */
  function measure(native: Native, seconds: number): Map<Paced, Speeds> {
    const grown = new Map<Paced, Speeds>()
    for (const socket of sockets.values()) {
      if (socket.open === undefined) continue
      const now = readSocket(native, socket.open)
      const before = socket.last
      const grew = before
        ? { down: Math.max(0, now.acked - before.acked), up: Math.max(0, now.received - before.received) }
        : { down: 0, up: 0 }
      if (seconds > 0) socket.rates = { down: grew.down / seconds, up: grew.up / seconds }
      grown.set(socket, grew)
      socket.last = now
    }
    return grown
  }

  function setPace(native: Native, socket: Paced, rate: number): void {
    if (socket.open === undefined || Math.abs(rate - socket.pace) <= socket.pace * worthSetting) return
    if (rate === 0 && socket.pace === 0) return
    pace(native, socket.open, rate)
    socket.pace = rate
  }

  /** Set at every look, because the kernel widens the window by itself. */
  function setClamp(native: Native, socket: Paced, bytes: number): void {
    if (socket.open === undefined) return
    clampWindow(native, socket.open, bytes)
    socket.clamp = bytes
  }

  function receive(native: Native, socket: Paced, target: number, limit: number): void {
    const { roundTrip = 0, segment = 0 } = socket.last ?? {}
    const line = { target, roundTrip, segment: Math.max(smallestSegment, segment) }
    if (socket.clamp === 0 && socket.open !== undefined)
      holdBuffer(native, socket.open, firstClamp({ ...line, target: limit }))
    const isBusy = socket.clamp > 0 && socket.rates.up > 0.3 * target
    setClamp(
      native,
      socket,
      isBusy ? nextClamp({ ...line, clamp: socket.clamp, rate: socket.rates.up }) : firstClamp(line),
    )
    socket.target = target
  }

  function free(native: Native, socket: Paced): void {
    if (socket.clamp === 0 || socket.open === undefined) return
    setClamp(native, socket, 0)
    freeBuffer(native, socket.open)
  }

  function isHungry(socket: Paced, direction: Direction, isNew: boolean): boolean {
    if (isNew) return true
    if (direction === 'up') {
      // A line that stalls for a moment still wants its speed.
      if (socket.rates.up > 0.7 * socket.target) socket.hungryAt = lookedAt
      return lookedAt - socket.hungryAt < hungryMs
    }
    return (socket.last?.unsent ?? 0) > 0 || socket.rates.down > 0.9 * socket.pace
  }

  function shareOut(
    native: Native,
    direction: Direction,
    grown: ReadonlyMap<Paced, Speeds>,
    seconds: number,
  ) {
    const shares = new Map<string, { limit: number; members: Paced[] }>()
    for (const socket of sockets.values()) {
      const { limit, share } = limitOf(socket, direction)
      if (limit === 0) {
        if (direction === 'down') setPace(native, socket, 0)
        else free(native, socket)
        continue
      }
      const known = shares.get(share)
      if (known) known.members.push(socket)
      else shares.set(share, { limit, members: [socket] })
    }
    for (const [name, { limit, members }] of shares) {
      const fresh = members.map((socket) => (direction === 'down' ? socket.pace : socket.clamp) === 0)
      const demands = members.map((socket, i) => ({
        rate: socket.rates[direction],
        hungry: isHungry(socket, direction, fresh[i] === true),
      }))
      const hungry = demands.some((one) => one.hungry)
      if (hungry) quiet = 0
      const carried = members.reduce((sum, socket) => sum + (grown.get(socket)?.[direction] ?? 0), 0)
      const now = balanced(
        limit,
        { credit: credits.get(name) ?? 0 },
        { seconds, carried, hungry },
        missed[direction],
      )
      credits.set(name, now.credit)
      // The kernel holds a single download exactly.
      const total = direction === 'down' && members.length === 1 ? limit : now.limit
      const rates = sharedRates(total, demands)
      for (const [i, socket] of members.entries())
        if (direction === 'down') setPace(native, socket, rates[i] ?? limit)
        else receive(native, socket, rates[i] ?? limit, limit)
    }
  }

  return {
    has: (peer: string, inbound: string): boolean => sockets.has(connectionName(peer, inbound)),
    size: () => sockets.size,
    /** Whether a limit holds for connections on this inbound. */
    concerns: (inbound: string): boolean =>
      limitOf({ inbound }, 'down').limit > 0 || limitOf({ inbound }, 'up').limit > 0,
    lookedAt: () => lookedAt,
    /** Whether any of its connections can be limited at all. */
    isLimited: (on: ReadonlyMap<string, Speeds> = inbounds): boolean =>
      wanted.own.down > 0 ||
      wanted.own.up > 0 ||
      (wanted.inherits.down && [...on.values()].some(({ down }) => down > 0)) ||
      (wanted.inherits.up && [...on.values()].some(({ up }) => up > 0)),
    give(next: ClientSpeeds, on: ReadonlyMap<string, Speeds>): void {
      wanted = next
      inbounds = on
      credits.clear()
    },
    add(peer: string, inbound: string, fd: number): void {
      sockets.set(connectionName(peer, inbound), {
        peer,
        inbound,
        fd,
        last: undefined,
        pace: 0,
        clamp: 0,
        target: 0,
        hungryAt: lookedAt,
        rates: { down: 0, up: 0 },
      })
    },
    /** Whether it has to be looked at again soon: several connections, or an upload. */
    needsLooks(): boolean {
      if (sockets.size === 0) return false
      for (const socket of sockets.values()) {
        if (limitOf(socket, 'up').limit > 0) return true
        if (sockets.size > 1 && limitOf(socket, 'down').limit > 0) return true
      }
      return false
    },
    /** Looks in a row at which nobody wanted more than it gets. */
    quietLooks: () => quiet,
    /** Measures, shares the limit out anew and sets what changed. `at` in milliseconds. */
    look(native: Native, pidfd: number, at: number): void {
      const seconds = lookedAt === 0 ? 0 : (at - lookedAt) / 1_000
      lookedAt = at
      try {
        openAll(native, pidfd)
        const grown = measure(native, seconds)
        quiet++
        shareOut(native, 'down', grown, seconds)
        shareOut(native, 'up', grown, seconds)
      } finally {
        closeAll(native)
      }
    },
  }
}

export type PacedClient = ReturnType<typeof createPacedClient>
