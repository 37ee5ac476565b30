import { splitPeer } from './kernel/address.ts'
import type { TcpReading } from './kernel/inet-diag.ts'

/** A socket on an inbound's port and its owner, if that is certain. */
export interface OwnedReading extends TcpReading {
  email: string | undefined
}

/** Bytes per second. */
export interface Speed {
  up: number
  down: number
}

interface Known {
  email: string | undefined
  up: number
  down: number
  segments: number
  /** Payload carried at least, since the socket was first seen as this client's. */
  carried: number
  seen: number
  /** When it last carried more than an idle connection does. */
  moved: number
}

interface Account {
  /** The email as last seen, the ledger's count at the last check, and since when. */
  email: string
  counted: number
  since: number
  pending: number
}

/** Records, frames and padding in bulk: measured 1-2 %, never more than 3 (C5). */
const bulkShare = 0.03
/** A small record costs its header and tag, whatever its size. */
const perSmallSegment = 64
const smallSegment = 700
/** Traffic of an idle connection: gRPC and WebSocket pings, per dump. */
const idleBytes = 1_024
/** Handshake, certificate and Vision's padding. */
const perSocket = 16_384
/** The core counts a byte before it writes it: up to one pipe's content may be counted and not yet visible here. */
const credit = 524_288
/** The core counts a spliced connection when it ends, and the ledger reads that with its next tick. */
const closingMs = 15_000

/** The minimum payload of this many bytes in this many segments. */
function payload(bytes: number, segments: number): number {
  const small = Math.max(0, segments - bytes / smallSegment)
  return Math.max(0, bytes * (1 - bulkShare) - small * perSmallSegment)
}

const socketKey = (reading: { inode: number; peer: string }) => `${reading.inode} ${reading.peer}`
const keyOf = (email: string) => email.toLowerCase()

/** The baseline of a socket: the last dump, zero for a new one, the current value for one that changed owner. */
function startOf(reading: OwnedReading, before: Known | undefined, isFirstDump: boolean, now: Known): Known {
  if (before && (before.email === reading.email || before.email === undefined)) return before
  if (!before && !isFirstDump) return { ...now, up: 0, down: 0, segments: 0, carried: -perSocket }
  return now
}

/**
 * Bytes that the clients' sockets carried and their ledgers do not have yet. Each dump adds the growth of a client's
 * sockets and subtracts the growth of its ledger, so a byte stays here until it is counted. Never more than its open
 * sockets carried, and never below a small credit: neither overhead nor its discount accumulates over days.
 */
export function createLiveAccount(counted: (email: string) => number) {
  let sockets = new Map<string, Known>()
  let accounts = new Map<string, Account>()
  let speeds = new Map<string, Speed>()
  /** Client -> address -> when one of its sockets there last moved. */
  let active = new Map<string, Map<string, number>>()
  let last: number | undefined

  function noteActive(into: typeof active, email: string, { moved }: Known, peer: string) {
    const own = into.get(keyOf(email)) ?? new Map<string, number>()
    const { ip } = splitPeer(peer)
    into.set(keyOf(email), own.set(ip, Math.max(moved, own.get(ip) ?? 0)))
  }

  const newAccount = (email: string, since: number): Account => ({
    email,
    counted: counted(email),
    since,
    pending: 0,
  })

  function measure(reading: OwnedReading, at: number) {
    const up = Math.max(0, reading.bytesReceived - reading.unread)
    const down = reading.bytesAcked + reading.unsent
    const { email, segments } = reading
    const here: Known = { email, up, down, segments, carried: 0, seen: at, moved: at }
    const from = startOf(reading, sockets.get(socketKey(reading)), last === undefined, here)
    const grew = { up: Math.max(0, up - from.up), down: Math.max(0, down - from.down) }
    if (grew.up + grew.down <= idleBytes) here.moved = from.moved
    if (email !== undefined)
      here.carried = from.carried + payload(grew.up + grew.down, segments - from.segments)
    return { here, ...grew, gained: Math.max(0, here.carried) - Math.max(0, from.carried) }
  }

  function settle(email: string, sum: { gained: number; ceiling: number }, at: number): Account {
    const account = accounts.get(keyOf(email))
    if (!account) return newAccount(email, at) // its earlier ledger is unknown, so nothing is claimed
    const total = counted(email)
    const pending = account.pending + sum.gained - Math.max(0, total - account.counted)
    account.pending = Math.min(Math.max(pending, -credit), sum.ceiling)
    account.counted = total
    account.email = email
    return account
  }

  return {
    /** A log line of the client: its current ledger predates the connection. */
    onLine(email: string, at: number): void {
      if (!accounts.has(keyOf(email))) accounts.set(keyOf(email), newAccount(email, at))
    },
    /** One kernel dump, taken right after a tick of the ledger. */
    read(readings: readonly OwnedReading[], at: number): void {
      const seen = new Map<string, Known>()
      const sums = new Map<string, { email: string; gained: number; ceiling: number }>()
      const fresh = new Map<string, Speed>()
      const moving: typeof active = new Map()
      const seconds = last === undefined ? 0 : (at - last) / 1_000
      function add(email: string, gained: number, carried: number) {
        const sum = sums.get(keyOf(email)) ?? { email, gained: 0, ceiling: 0 }
        sum.gained += gained
        sum.ceiling += Math.max(0, carried)
        sums.set(keyOf(email), sum)
      }
      for (const reading of readings) {
        const { here, up, down, gained } = measure(reading, at)
        seen.set(socketKey(reading), here)
        if (reading.email === undefined) continue
        add(reading.email, gained, here.carried)
        noteActive(moving, reading.email, here, reading.peer)
        if (seconds <= 0 || up + down === 0) continue
        const speed = fresh.get(reading.email) ?? { up: 0, down: 0 }
        fresh.set(reading.email, { up: speed.up + up / seconds, down: speed.down + down / seconds })
      }
      for (const [key, known] of sockets) {
        if (seen.has(key) || known.email === undefined || at - known.seen > closingMs) continue
        seen.set(key, known)
        add(known.email, 0, known.carried)
      }
      const kept = new Map<string, Account>()
      for (const [key, account] of accounts) if (at - account.since < closingMs) kept.set(key, account)
      for (const [key, sum] of sums) kept.set(key, settle(sum.email, sum, at))
      sockets = seen
      accounts = kept
      speeds = fresh
      active = moving
      last = at
    },
    uncounted(): Map<string, number> {
      const all = new Map<string, number>()
      for (const { email, pending } of accounts.values())
        if (pending >= 1) all.set(email, Math.floor(pending))
      return all
    },
    speeds: (): ReadonlyMap<string, Speed> => speeds,
    /** From the last dump, with its time. */
    activity: (email: string) => ({ read: last, at: active.get(keyOf(email)) }),
    /** Another core has other sockets and counters. */
    clear(): void {
      sockets = new Map()
      accounts = new Map()
      speeds = new Map()
      active = new Map()
      last = undefined
    },
  }
}
