import type { ClientStatsEvent, EventKind, EventPayloads, TrafficEvent } from '#contract/events.ts'
import type { Timers } from '#server/platform/jobs/timers.ts'
import type { Clock } from '../platform/clock.ts'

/** Larger messages are not sent: the browser is told to fetch instead. */
const MOST_BYTES = 10 * 1024 * 1024

/** Serialised once, as bytes that all sockets and their queues share. */
export function encodeFrame<K extends EventKind>(kind: K, payload: EventPayloads[K], time: number): Buffer {
  const frame = Buffer.from(JSON.stringify({ type: kind, payload, time }))
  if (frame.length <= MOST_BYTES) return frame
  return Buffer.from(JSON.stringify({ type: 'invalidate', payload: { type: kind }, time }))
}

export interface HubLog {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Deps extends Clock {
  log: HubLog
  timers: Timers
  audience: ReadonlySet<{ send(frame: Uint8Array): void }>
}

interface Message<K extends EventKind = EventKind> {
  kind: K
  payload(): EventPayloads[K]
}

/** Turns a payload into one frame for all sockets, throttled, and only if there is an audience. */
export function createPublisher({ now, log, timers, audience }: Deps) {
  const throttle = createThrottle<Message>(timers, broadcast)

  function broadcast({ kind, payload }: Message): void {
    if (audience.size === 0) return
    guarded(kind, () => {
      const frame = encodeFrame(kind, payload(), now())
      for (const listener of audience) listener.send(frame)
    })
  }

  /** Callers are jobs and requests whose work is done: a frame that cannot be made must not fail them. */
  function guarded(kind: EventKind, send: () => void): void {
    try {
      send()
    } catch (err) {
      log.warn({ err, kind }, `failed to send a message of kind ${kind}`)
    }
  }

  return {
    publish<K extends EventKind>(kind: K, given: EventPayloads[K] | (() => EventPayloads[K])): void {
      if (audience.size === 0) return
      // A payload is never a function, so a function is the lazy form.
      const payload = (typeof given === 'function' ? given : () => given) as () => EventPayloads[K]
      const message: Message = { kind, payload }
      if (kind === 'notification') broadcast(message)
      else guarded(kind, () => throttle.offer(keyOf(message), message, mergeMessages))
    },
    stop: throttle.clear,
  }
}

/** Each invalidated scope is sent once. */
function keyOf({ kind, payload }: Message): string {
  if (kind !== 'invalidate') return kind
  // The kind determines the payload; the compiler does not follow that through the union.
  return `invalidate ${(payload() as EventPayloads['invalidate']).type}`
}

function mergeMessages(older: Message, newer: Message): Message {
  // Messages wait under a key per kind, so both payloads fit the merger.
  const merge = mergers[newer.kind] as ((older: unknown, newer: unknown) => never) | undefined
  if (!merge) return newer
  const merged = merge(older.payload(), newer.payload())
  return { kind: newer.kind, payload: () => merged }
}

const WINDOW_MS = 250

interface Slot<T> {
  waiting: { value: T } | undefined
  cancel(): void
}

/** At most one message per key and window: the first is sent at once, the last of the rest when the window ends. */
function createThrottle<T>(timers: Timers, send: (value: T) => void) {
  const slots = new Map<string, Slot<T>>()

  function open(key: string): void {
    slots.set(key, { waiting: undefined, cancel: timers.after(WINDOW_MS, () => end(key)) })
  }

  function end(key: string): void {
    const waiting = slots.get(key)?.waiting
    slots.delete(key)
    if (!waiting) return
    open(key)
    send(waiting.value)
  }

  return {
    offer(key: string, value: T, merge: (older: T, newer: T) => T): void {
      const slot = slots.get(key)
      if (slot) {
        slot.waiting = { value: slot.waiting ? merge(slot.waiting.value, value) : value }
        return
      }
      open(key)
      send(value)
    },
    clear(): void {
      for (const slot of slots.values()) slot.cancel()
      slots.clear()
    },
  }
}

/**
 * Merges a waiting message with a newer one of its kind. Most kinds carry a whole state, so the newer one replaces the
 * older. The kinds here carry changes, and no change may be lost.
 */
export const mergers: {
  [K in EventKind]?: (older: EventPayloads[K], newer: EventPayloads[K]) => EventPayloads[K]
} = {
  traffic: mergeTraffic,
  client_stats: mergeStats,
}

function mergeTraffic(older: TrafficEvent, newer: TrafficEvent): TrafficEvent {
  const traffics = joined(older.traffics, newer.traffics)
  const clientTraffics = joined(older.clientTraffics, newer.clientTraffics)
  return {
    ...older,
    ...newer,
    ...(traffics && { traffics }),
    ...(clientTraffics && { clientTraffics }),
    lastOnlineMap: { ...older.lastOnlineMap, ...newer.lastOnlineMap },
  }
}

function mergeStats(older: ClientStatsEvent, newer: ClientStatsEvent): ClientStatsEvent {
  if (newer.snapshot) return newer
  const clients = overlaid(older.clients, newer.clients, (row) => row.email)
  const inbounds = overlaid(older.inbounds, newer.inbounds, (row) => row.id)
  return {
    ...newer,
    ...(older.snapshot && { snapshot: true }),
    ...(clients && { clients }),
    ...(inbounds && { inbounds }),
  }
}

/** The reader adds deltas up, so both are kept. */
function joined<T>(
  older: readonly T[] | undefined,
  newer: readonly T[] | undefined,
): readonly T[] | undefined {
  return older && newer ? [...older, ...newer] : (newer ?? older)
}

function overlaid<T>(
  older: readonly T[] | undefined,
  newer: readonly T[] | undefined,
  key: (row: T) => unknown,
) {
  if (!older || !newer) return newer ?? older
  const rows = new Map(older.map((row) => [key(row), row]))
  for (const row of newer) rows.set(key(row), row)
  return [...rows.values()]
}
