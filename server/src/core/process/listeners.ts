/** Who hears of something. One that fails does not keep the others from hearing. */
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
