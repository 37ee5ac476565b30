import type { Speeds } from '#domain/limits/effective.ts'
import { balanced, sharedRates } from '#domain/limits/sharing.ts'
import type { Native } from '../kernel/native.ts'
import {
  closeSocket,
  freeUpload,
  measureSocket,
  newSocket,
  openSocket,
  type PacedSocket,
  setPace,
} from './paced-socket.ts'
import type { ClientSpeeds } from './read-limits.ts'
import { createUploadWindows, fillsWindow } from './upload-windows.ts'

type Direction = keyof Speeds

const hungryMs = 1_000
/** Seconds of its limit that a client may catch up on, by direction: an upload is held less exactly. */
const missed: Speeds = { down: 0.2, up: 0.3 }
/** Of the limit, that several downloads aim at together: catching up must not bring them above it. */
const together = 0.995
/** A client is steady while it carries its limit within this share, and owes or misses less than these seconds of it. */
const steadyWithin: Speeds = { down: 0.03, up: 0.25 }
const steadyCredit: Speeds = { down: 0.03, up: 0.15 }
const connectionName = (peer: string, inbound: string) => `${peer} ${inbound}`

/**
 * Milliseconds to the next look: something changes; nothing does; nobody wants more than it gets. A new connection is
 * looked at together with the others at once.
 */
const soon = 250
const later = 1_000
const muchLater = 4_000
const seldom = 8_000
/** Looks in a row without a change before the next one may wait. */
const trusted = 4

/**
 * The connections of one limited client. A single download is paced by the kernel alone; several share the limit, and
 * uploads are held by the receive window, so these are looked at again: often while they change, seldom otherwise.
 */
export function createPacedClient(speeds: ClientSpeeds) {
  const sockets = new Map<string, PacedSocket>()
  const credits = new Map<string, number>()
  const windows = createUploadWindows()
  let wanted = speeds
  let inbounds: ReadonlyMap<string, Speeds> = new Map()
  let lookedAt = 0
  /** Looks in a row at which nothing had to change, and those at which nobody wanted more than it gets. */
  let steady = 0
  let idle = 0
  /** Whether something was set that would have to be taken back. */
  const isSet: Record<Direction, boolean> = { down: false, up: false }

  /** The limit of a connection, and the name of those that share it: all of the client's, or those on one inbound. */
  function limitOf(socket: { inbound: string }, direction: Direction): { limit: number; share: string } {
    if (wanted.own[direction] > 0) return { limit: wanted.own[direction], share: direction }
    const limit = wanted.inherits[direction] ? (inbounds.get(socket.inbound)?.[direction] ?? 0) : 0
    return { limit, share: `${direction} ${socket.inbound}` }
  }

  const isLimitedIn = (direction: Direction, on: ReadonlyMap<string, Speeds>): boolean =>
    wanted.own[direction] > 0 ||
    (wanted.inherits[direction] && [...on.values()].some((speeds) => speeds[direction] > 0))

  function openAll(native: Native, pidfd: number): void {
    for (const [name, socket] of sockets) if (!openSocket(native, pidfd, socket)) sockets.delete(name)
  }

  const isNew = (socket: PacedSocket, direction: Direction) =>
    (direction === 'down' ? socket.pace : socket.clamp) === 0

  function isHungry(socket: PacedSocket, direction: Direction): boolean {
    if (isNew(socket, direction)) return true
    if (direction === 'down') return (socket.last?.unsent ?? 0) > 0 || socket.rates.down > 0.9 * socket.pace
    // A line that stalls for a moment still wants its speed.
    if (socket.rates.up > 0.7 * socket.target || fillsWindow(socket)) socket.hungryAt = lookedAt
    return lookedAt - socket.hungryAt < hungryMs
  }

  /** Connections that share a limit, by its name; the others are set free. */
  function sharesOf(native: Native, direction: Direction) {
    const shares = new Map<string, { limit: number; members: PacedSocket[] }>()
    for (const socket of sockets.values()) {
      const { limit, share } = limitOf(socket, direction)
      if (limit === 0) {
        if (direction === 'down') setPace(native, socket, 0)
        else freeUpload(native, socket)
        continue
      }
      const known = shares.get(share)
      if (known) known.members.push(socket)
      else shares.set(share, { limit, members: [socket] })
    }
    return shares
  }

  function shareOut(
    native: Native,
    direction: Direction,
    grown: ReadonlyMap<PacedSocket, Speeds>,
    seconds: number,
  ) {
    const wasSet = isSet[direction]
    isSet[direction] = isLimitedIn(direction, inbounds)
    if (!wasSet && !isSet[direction]) return
    for (const [name, { limit, members }] of sharesOf(native, direction)) {
      const news = members.map((socket) => isNew(socket, direction))
      const demands = members.map((socket) => ({
        rate: socket.rates[direction],
        hungry: isHungry(socket, direction),
      }))
      // One that has only just come has missed nothing.
      const hungry = demands.some((one, i) => one.hungry && !news[i])
      // The kernel holds a single download exactly.
      const isExact = direction === 'down' && members.length === 1
      const aim = direction === 'down' && !isExact ? together * limit : limit
      const carried = members.reduce((sum, socket) => sum + (grown.get(socket)?.[direction] ?? 0), 0)
      const now = balanced(
        aim,
        { credit: credits.get(name) ?? 0 },
        { seconds, carried, hungry },
        missed[direction],
      )
      credits.set(name, now.credit)
      const rates = sharedRates(isExact ? limit : now.limit, demands)
      if (direction === 'up') windows.set(native, name, members, rates, limit)
      else for (const [i, socket] of members.entries()) setPace(native, socket, rates[i] ?? limit)
      if (!hungry || isExact) continue
      idle = 0
      const isSteady =
        Math.abs(carried - aim * seconds) < steadyWithin[direction] * limit * seconds &&
        Math.abs(now.credit) < steadyCredit[direction] * limit
      if (!isSteady) steady = 0
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
      isLimitedIn('down', on) || isLimitedIn('up', on),
    give(next: ClientSpeeds, on: ReadonlyMap<string, Speeds>): void {
      wanted = next
      inbounds = on
      credits.clear()
      windows.clear()
      steady = 0
    },
    add(peer: string, inbound: string, fd: number): void {
      sockets.set(connectionName(peer, inbound), newSocket(peer, inbound, fd))
      steady = 0
      idle = 0
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
    /** When it has to be looked at again, in milliseconds. */
    dueAt(): number {
      if (steady < trusted) return lookedAt + soon
      if (idle < trusted) return lookedAt + later
      return lookedAt + (idle < trusted + 2 ? muchLater : seldom)
    },
    /** Measures, shares the limit out anew and sets what changed. `at` in milliseconds. */
    look(native: Native, pidfd: number, at: number): void {
      const seconds = lookedAt === 0 ? 0 : (at - lookedAt) / 1_000
      lookedAt = at
      try {
        openAll(native, pidfd)
        const grown = new Map<PacedSocket, Speeds>()
        for (const socket of sockets.values()) grown.set(socket, measureSocket(native, socket, seconds))
        steady++
        idle++
        shareOut(native, 'down', grown, seconds)
        shareOut(native, 'up', grown, seconds)
      } finally {
        for (const socket of sockets.values()) closeSocket(native, socket)
      }
    },
  }
}

export type PacedClient = ReturnType<typeof createPacedClient>
