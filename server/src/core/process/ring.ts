/** The last `size` entries, in constant memory. */
export interface Ring<T> {
  push(entry: T): void
  /** The newest `count`, oldest first. */
  last(count?: number): T[]
  clear(): void
}

export function createRing<T>(size: number): Ring<T> {
  const slots: T[] = []
  let next = 0
  return {
    push(entry) {
      slots[next] = entry
      next = (next + 1) % size
    },
    last(count = size) {
      const ordered = slots.length < size ? slots : [...slots.slice(next), ...slots.slice(0, next)]
      return count <= 0 ? [] : ordered.slice(-count)
    },
    clear() {
      slots.length = 0
      next = 0
    },
  }
}
