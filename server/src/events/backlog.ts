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
