import type { EventFrame, NotificationEvent } from '#contract/events.ts'
import { createCell } from '../ui/cell.ts'

/** Long work on the server with its share done: a bar that moves, not a toast for every tenth of it. */
export function createWork() {
  const now = createCell<NotificationEvent | undefined>(undefined)
  return {
    now,
    /** True when this frame is told here, and needs no toast. */
    hear(frame: EventFrame): boolean {
      const going = now.get()
      // The status says the same words as long as the work goes on; other words are its end, good or bad.
      if (frame.type === 'status' && going && frame.payload.xray.errorMsg !== going.message)
        now.set(undefined)
      if (frame.type !== 'notification' || frame.payload.percent === undefined) return false
      const isOver = frame.payload.percent >= 100
      now.set(isOver ? undefined : frame.payload)
      return !isOver
    },
  }
}

export type Work = ReturnType<typeof createWork>
