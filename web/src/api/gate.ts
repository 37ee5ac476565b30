/** Closed while the session is lost. Calls wait here and continue after the user has logged in again. */
export function createGate() {
  let waiting: (() => void)[] | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  return {
    isShut: (): boolean => waiting !== undefined,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Called on a 401: resolves when there is a session again. */
    pass(): Promise<void> {
      return new Promise((resolve) => {
        if (waiting) return void waiting.push(resolve)
        waiting = [resolve]
        tell()
      })
    },
    open(): void {
      const released = waiting ?? []
      waiting = undefined
      for (const go of released) go()
      tell()
    },
  }
}

export type Gate = ReturnType<typeof createGate>
