import type { Timers } from '#server/platform/jobs/timers.ts'

const WINDOW_MS = 250

interface Slot<T> {
  waiting: { value: T } | undefined
  cancel(): void
}

/** At most one message per key and window: the first is sent at once, the last of the rest when the window ends. */
export function createThrottle<T>(timers: Timers, send: (value: T) => void) {
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
