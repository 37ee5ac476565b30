import { useSyncExternalStore } from 'react'

/** A value outside of the components, with subscribers. */
export function createCell<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: (): T => value,
    set(next: T): void {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Cell<T> = ReturnType<typeof createCell<T>>

export const useCell = <T>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get)
