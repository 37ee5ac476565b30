const MIB = 1024 * 1024
/** Below this a reader keeps up. */
const SOFT = MIB
/** Above this (and beyond the frames we chose to make large) it is hopeless. */
const HARD = 4 * MIB
/** A reader behind by more than SOFT must get nearer within this time. */
const PATIENCE_MS = 5000

export type Backlog = ReturnType<typeof createBacklog>

/**
 * Judges a reader by the bytes that wait for it. One large frame is no fault of the reader, and a slow line that
 * gets through its first snapshot is not stuck: only growth, or standing still, is.
 */
export function createBacklog() {
  let largest = 0
  let granted = 0
  let lowest = Number.POSITIVE_INFINITY
  let since = 0

  return {
    /** Call before each send and now and then; `progress` means the peer is taking bytes. */
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
    /** The first frames of a socket all come at once: they are all granted. */
    sent(bytes: number, first: boolean) {
      if (first) granted += bytes
      else largest = Math.max(largest, bytes)
    },
  }
}
