/**
 * One run serves everybody who asked before it began: a thousand clients cut in one tick read the kernel's tables a
 * few times, not a thousand. Whoever asks while a run is under way gets the next one, which sees what is true by then.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  return function ask() {
    next ??= (async () => {
      await running?.catch(() => {})
      await undefined // those who ask in the same turn still belong to this run
      const mine = work()
      running = mine
      next = undefined
      return mine
    })()
    return next
  }
}
