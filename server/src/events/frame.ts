import { Buffer } from 'node:buffer'
import type { EventKind, EventPayloads } from '#contract/events.ts'

/** Larger messages are not sent: the browser is told to fetch instead. */
const MOST_BYTES = 10 * 1024 * 1024

/** Serialised once, as bytes that all sockets and their queues share. */
export function encodeFrame<K extends EventKind>(kind: K, payload: EventPayloads[K], time: number): Buffer {
  const frame = Buffer.from(JSON.stringify({ type: kind, payload, time }))
  if (frame.length <= MOST_BYTES) return frame
  return Buffer.from(JSON.stringify({ type: 'invalidate', payload: { type: kind }, time }))
}
