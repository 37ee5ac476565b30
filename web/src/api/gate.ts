import { createCell } from '../ui/cell.ts'

/** Closed while the session is lost. Calls wait here and continue after the user has logged in again. */
export function createGate() {
  let waiting: (() => void)[] = []
  const isShut = createCell(false)
  return {
    isShut,
    /** Called on a 401: resolves when there is a session again. */
    pass(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve)
        isShut.set(true)
      })
    },
    open(): void {
      const released = waiting
      waiting = []
      isShut.set(false)
      for (const go of released) go()
    },
  }
}

export type Gate = ReturnType<typeof createGate>
