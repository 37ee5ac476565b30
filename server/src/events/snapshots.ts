import type { EventKind, EventPayloads } from '#contract/events.ts'
import { encodeFrame } from './publisher.ts'

type Reader = () => Promise<Uint8Array | undefined>

/** `undefined` means that there is nothing to send yet. */
export type SnapshotProvider<K extends EventKind> = () =>
  | EventPayloads[K]
  | undefined
  | Promise<EventPayloads[K] | undefined>

/** First frames of a socket (R47). Sockets that connect at the same time share one reading. */
export function createSnapshots(now: () => number) {
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
