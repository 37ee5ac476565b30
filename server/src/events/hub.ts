import type { EventKind, EventPayloads } from '#contract/events.ts'
import { realTimers, type Timers } from '#server/platform/jobs/timers.ts'
import type { Clock } from '../platform/clock.ts'
import { type Connection, createConnection } from './connection.ts'
import { createPublisher, encodeFrame, type HubLog } from './publisher.ts'
import { CLOSE, type HubSocket, type Identity, OPEN } from './socket.ts'

/** Together with the closing handshake this keeps to the 2 s of R15 when a session expires. */
const SWEEP_EVERY_MS = 1000

export interface Hub {
  /**
   * Accepts a socket. `authenticatedAt` is when its session was looked up: sessions ended since then are refused, so
   * that a logout cannot slip in between the lookup and this call.
   */
  add(socket: HubSocket, identity: Identity, authenticatedAt?: number): void
  /** Sends to all sockets. A function is called only if there is at least one. */
  publish<K extends EventKind>(kind: K, payload: EventPayloads[K] | (() => EventPayloads[K])): void
  /** Sets the first frame of `kind` on every socket; messages published meanwhile follow it. */
  onConnect<K extends EventKind>(kind: K, provider: SnapshotProvider<K>): void
  /** Closes the sockets of ended sessions and returns how many. */
  closeSessions(ended: Ended): number
  count(): number
  sessions(): string[]
  /** Asks every browser to reconnect: the panel restarts. */
  closeAll(): void
  /** Closes all sockets and resolves when they are closed. */
  stop(): Promise<void>
}

interface Deps extends Clock {
  log: HubLog
  timers?: Timers
}

/**
 * The sockets of browsers, and what is published to them. Owns no table. Offers `publish`, a first frame for each new
 * socket, and the end of a session's sockets.
 */
export function createHub({ now, log, timers = realTimers }: Deps): Hub {
  const live = new Set<Connection>()
  const unclosed = new Set<Connection>()
  const endings = createEndings(now)
  const snapshots = createSnapshots(now)
  const publisher = createPublisher({ now, log, timers, audience: live })
  let stopping: Promise<void> | undefined
  let allClosed = () => {}
  let cancelSweep: (() => void) | undefined

  /** Runs only while there are sockets: an idle hub has no timer. */
  function watch(): void {
    if (!stopping) cancelSweep ??= timers.after(SWEEP_EVERY_MS, sweep)
  }

  function sweep(): void {
    cancelSweep = undefined
    for (const connection of live) {
      if (connection.identity.expiresAt <= now()) connection.close(CLOSE.policy, 'the session has expired')
      else connection.check()
    }
    const nothingEnded = endings.forgetOld()
    if (live.size > 0 || !nothingEnded) watch()
  }

  function connect(socket: HubSocket, identity: Identity): Connection {
    const connection: Connection = createConnection({
      socket,
      identity,
      now,
      timers,
      onGone(why) {
        live.delete(connection)
        log.debug({ userId: identity.userId, sockets: live.size }, `socket closed: ${why}`)
      },
      onClosed() {
        unclosed.delete(connection)
        if (unclosed.size === 0) allClosed()
      },
    })
    live.add(connection)
    unclosed.add(connection)
    return connection
  }

  async function greet(connection: Connection): Promise<void> {
    try {
      connection.release(await snapshots.read())
    } catch (err) {
      // Without it a delta would be the first frame (R47): let the browser reconnect.
      log.warn({ err }, 'failed to read the first snapshot of a socket')
      connection.close(CLOSE.internal, 'the first snapshot could not be read')
    }
  }

  return {
    add(socket, identity, authenticatedAt = now()) {
      if (socket.readyState !== OPEN) return turnAway(socket)
      const connection = connect(socket, identity)
      if (stopping) return connection.close(CLOSE.goingAway, 'the panel is stopping')
      if (identity.expiresAt <= now() || endings.concern(identity, authenticatedAt)) {
        return connection.close(CLOSE.policy, 'the session has ended')
      }
      watch()
      void greet(connection)
    },
    publish(kind, payload) {
      snapshots.outdated(kind)
      publisher.publish(kind, payload)
    },
    onConnect: snapshots.provide,
    closeSessions(ended) {
      endings.note(ended)
      watch()
      const concerned = [...live].filter(({ identity }) => ended(identity))
      for (const connection of concerned) connection.close(CLOSE.policy, 'the session has ended')
      return concerned.length
    },
    count: () => live.size,
    sessions: () => [...new Set([...live].map(({ identity }) => identity.sessionId))],
    closeAll() {
      for (const connection of live) connection.close(CLOSE.goingAway, 'the panel restarts')
    },
    stop() {
      stopping ??= new Promise((done) => {
        allClosed = done
        publisher.stop()
        cancelSweep?.()
        for (const connection of live) connection.close(CLOSE.goingAway, 'the panel is stopping')
        if (unclosed.size === 0) done()
      })
      return stopping
    },
  }
}

/** The socket was closed before it was accepted; late errors still need a listener. */
function turnAway(socket: HubSocket): void {
  socket.on('error', () => {})
  socket.terminate()
}

/** Longer than any handshake: an older ending cannot affect a socket that is only now accepted. */
const KEPT_MS = 30_000

type Ended = (identity: Identity) => boolean

/** Sessions that ended a moment ago, so that none slips in between its lookup and its socket. */
function createEndings(now: () => number) {
  let recent: { at: number; ended: Ended }[] = []
  return {
    note(ended: Ended): void {
      recent.push({ at: now(), ended })
    },
    concern: (identity: Identity, authenticatedAt: number): boolean =>
      recent.some(({ at, ended }) => at >= authenticatedAt && ended(identity)),
    /** True when nothing is left. */
    forgetOld(): boolean {
      recent = recent.filter(({ at }) => now() - at < KEPT_MS)
      return recent.length === 0
    },
  }
}

type Reader = () => Promise<Uint8Array | undefined>

/** `undefined` means that there is nothing to send yet. */
type SnapshotProvider<K extends EventKind> = () =>
  | EventPayloads[K]
  | undefined
  | Promise<EventPayloads[K] | undefined>

/** First frames of a socket (R47). Sockets that connect at the same time share one reading. */
function createSnapshots(now: () => number) {
  const readers = new Map<EventKind, Reader>()
  const shared = new Map<EventKind, Promise<Uint8Array | undefined>>()

  async function shareWhileReading(kind: EventKind, read: Reader): Promise<Uint8Array | undefined> {
    const running = shared.get(kind)
    if (running) return running
    const reading = read()
    shared.set(kind, reading)
    try {
      return await reading
    } finally {
      if (shared.get(kind) === reading) shared.delete(kind)
    }
  }

  return {
    provide<K extends EventKind>(kind: K, provider: SnapshotProvider<K>): void {
      readers.set(kind, async () => {
        const payload = await provider()
        return payload === undefined ? undefined : encodeFrame(kind, payload, now())
      })
    },
    /** A reading that began before this change must not go to sockets that connect after it. */
    outdated(kind: EventKind): void {
      shared.delete(kind)
    },
    async read(): Promise<Uint8Array[]> {
      const frames = await Promise.all([...readers].map(([kind, read]) => shareWhileReading(kind, read)))
      return frames.filter((frame) => frame !== undefined)
    },
  }
}
