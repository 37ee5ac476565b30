import { parentPort } from 'node:worker_threads'
import type { Op } from './parts.ts'
import { type JsonLimits, readJson } from './read.ts'
import { Unreadable } from './tokens.ts'

export type ToWorker = { bytes: Uint8Array; limits: JsonLimits } | 'more'
export type FromWorker = { part: Op[] } | { end: 'done' | Unreadable['why'] }

/** Reads one large answer at a time; the panel says when it takes another part. */
const port = parentPort
if (!port) throw new Error('json-worker runs as a worker thread')

let parts: Generator<Op[], void> | undefined

function next(reading: Generator<Op[], void>): FromWorker {
  try {
    const { value, done } = reading.next()
    if (!done && value) return { part: value }
    parts = undefined
    return { end: 'done' }
  } catch (error) {
    parts = undefined
    if (error instanceof Unreadable) return { end: error.why }
    throw error
  }
}

port.on('message', (message: ToWorker) => {
  if (message !== 'more') {
    const { buffer, byteOffset, byteLength } = message.bytes
    parts = readJson(Buffer.from(buffer, byteOffset, byteLength), message.limits)
  }
  // The panel asks ahead: its last request finds nothing left.
  if (parts) port.postMessage(next(parts))
})
