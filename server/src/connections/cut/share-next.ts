/**
 * One run serves all callers that asked before it began: a thousand clients cut in one tick read the kernel tables a
 * few times, not a thousand. A caller during a run gets the next run, which sees the current state.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  return function ask() {
    next ??= (async () => {
      await running?.catch(() => {})
      await undefined // callers of the same turn still join this run
      const mine = work()
      running = mine
      next = undefined
      return mine
    })()
    return next
  }
}
