/** The last `size` entries, in constant memory. */
export function createRing<T>(size: number) {
  const slots: T[] = []
  let next = 0
  return {
    push(entry: T): void {
      slots[next] = entry
      next = (next + 1) % size
    },
    /** The newest `count`, oldest first. */
    last(count = size): T[] {
      const ordered = slots.length < size ? slots : [...slots.slice(next), ...slots.slice(0, next)]
      return count <= 0 ? [] : ordered.slice(-count)
    },
    clear(): void {
      slots.length = 0
      next = 0
    },
  }
}
