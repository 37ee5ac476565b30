import type { Timers } from '#server/platform/jobs/timers.ts'
import type { Clock } from '../platform/clock.ts'
import { type HubSocket, type Identity, OPEN } from './socket.ts'

const PING_EVERY_MS = 54_000
const PONG_WAIT_MS = 60_000
/** A peer that does not answer the closing handshake is cut after this; with the sweep it stays under 2 s (R15). */
const CLOSE_WAIT_MS = 500
/** Limit for frames held back while the first snapshot is being read. */
const MOST_HELD_BYTES = 16 * 1024 * 1024

export interface Connection {
  identity: Identity
  /** Frames are held until `release`, so that nothing overtakes the first snapshot. */
  send(frame: Uint8Array): void
  release(first: readonly Uint8Array[]): void
  /** Handles pings, dead peers and slow readers. */
  check(): void
  close(code: number, reason: string): void
}

interface Deps extends Clock {
  socket: HubSocket
  identity: Identity
  timers: Timers
  /** Called once, when nothing more will be sent. */
  onGone(why: string): void
  /** Called once, when the transport is closed. */
  onClosed(): void
}

export function createConnection({ socket, identity, now, timers, onGone, onClosed }: Deps): Connection {
  const backlog = createBacklog()
  let held: Uint8Array[] | undefined = []
  let heldBytes = 0
  let gone = false
  let closed = false
  let lastAnswer = now()
  let nextPing = lastAnswer + PING_EVERY_MS
  let cancelCut = () => {}

  function leave(why: string): boolean {
    if (gone) return false
    gone = true
    held = undefined
    onGone(why)
    return true
  }

  /** No closing handshake: its frame would queue behind the bytes that the peer does not read. */
  function cut(why: string): void {
    if (leave(why)) socket.terminate()
  }

  function cutSoon(): void {
    cancelCut = timers.after(CLOSE_WAIT_MS, () => socket.terminate())
  }

  function judge(): void {
    const verdict = backlog.judge(socket.bufferedAmount, now())
    if (verdict === 'evict') cut('the reader is too slow')
    if (verdict === 'progress') lastAnswer = now()
  }

  function write(frame: Uint8Array, first = false): void {
    judge()
    if (gone || socket.readyState !== OPEN) return
    backlog.sent(frame.length, first)
    try {
      // A write that fails later is followed by 'close', which cleans up.
      socket.send(frame, { binary: false }, () => {})
    } catch {
      cut('a write failed') // one broken socket must not stop the frame for the others
    }
  }

  const answered = () => {
    lastAnswer = now()
  }
  socket.on('pong', answered)
  socket.on('message', answered) // the content is discarded
  // After an error (e.g. a frame that is too large) the socket closes itself; only make sure that it ends.
  socket.on('error', () => {
    if (leave('the connection failed')) cutSoon()
  })
  socket.on('close', () => {
    if (closed) return
    closed = true
    cancelCut()
    leave('the peer left')
    onClosed()
  })

  return {
    identity,
    send(frame) {
      if (gone) return
      if (!held) return write(frame)
      held.push(frame)
      heldBytes += frame.length
      if (heldBytes > MOST_HELD_BYTES) cut('its first snapshot took too long')
    },
    release(first) {
      const later = held
      if (!later) return
      held = undefined
      for (const frame of [...first, ...later]) write(frame, true)
    },
    check() {
      judge()
      if (gone) return
      if (now() - lastAnswer > PONG_WAIT_MS) return cut('it does not answer')
      if (now() < nextPing) return
      nextPing = now() + PING_EVERY_MS
      if (socket.readyState === OPEN) socket.ping()
    },
    close(code, reason) {
      if (!leave(reason)) return
      cutSoon()
      socket.close(code, reason)
    },
  }
}

const MIB = 1024 * 1024
/** Below this a reader is keeping up. */
const SOFT = MIB
/** Above this, not counting frames that we made large, the reader is evicted. */
const HARD = 4 * MIB
/** A reader that is behind by more than SOFT must make progress within this time. */
const PATIENCE_MS = 5000

export type Backlog = ReturnType<typeof createBacklog>

/**
 * Judges a reader by its unsent bytes. One large frame is not the reader's fault, and a slow line that is working
 * through its first snapshot is not stuck. Only a backlog that grows or stands still is.
 */
export function createBacklog() {
  let largest = 0
  let granted = 0
  let lowest = Number.POSITIVE_INFINITY
  let since = 0

  return {
    /** Call before each send and periodically; `progress` means the peer is taking bytes. */
    judge(waiting: number, now: number): 'fine' | 'progress' | 'evict' {
      if (waiting <= SOFT) {
        largest = 0
        granted = 0
        lowest = Number.POSITIVE_INFINITY
        return 'fine'
      }
      if (waiting > HARD + largest + granted) return 'evict'
      if (waiting < lowest) {
        const first = lowest === Number.POSITIVE_INFINITY
        lowest = waiting
        since = now
        return first ? 'fine' : 'progress'
      }
      return now - since > PATIENCE_MS ? 'evict' : 'fine'
    },
    /** A socket's first frames all come at once, so all of them are allowed for. */
    sent(bytes: number, first: boolean) {
      if (first) granted += bytes
      else largest = Math.max(largest, bytes)
    },
  }
}
