import type { EventFrame, NotificationEvent } from '#contract/events.ts'
import type { CoreStatus } from '#contract/status.ts'
import { createCell } from '../ui/cell.ts'

const isStep = ({ errorCoded = [] }: CoreStatus): boolean =>
  errorCoded.some(({ code }) => code.startsWith('core-step.'))

/** Long work on the server with its share done: a bar that moves, not a toast for every tenth of it. */
export function createWork() {
  const now = createCell<NotificationEvent | undefined>(undefined)
  return {
    now,
    /** True if this frame is shown here and needs no toast. */
    receive(frame: EventFrame): boolean {
      const going = now.get()
      // The status names a step while the work runs; any other status means that it ended.
      if (frame.type === 'status' && going && !isStep(frame.payload.xray)) now.set(undefined)
      if (frame.type !== 'notification' || frame.payload.percent === undefined) return false
      const isOver = frame.payload.percent >= 100
      now.set(isOver ? undefined : frame.payload)
      return !isOver
    },
  }
}
