/** A list of listeners. A failing one does not stop the others. */
export function createListeners<Args extends unknown[]>(onFault: (error: unknown) => void) {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(...args: Args): void {
      for (const listener of listeners) {
        try {
          listener(...args)
        } catch (error) {
          onFault(error)
        }
      }
    },
  }
}
