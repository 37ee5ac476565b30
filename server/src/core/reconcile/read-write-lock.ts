/**
 * A read-write lock: many may pass in parallel; an exclusive caller waits for those inside and lets nobody in
 * meanwhile. Users of inbounds pass in parallel; a change of the inbounds is exclusive.
 */
export function createReadWriteLock() {
  let inside = 0
  let alone: Promise<unknown> | undefined
  let emptied: (() => void) | undefined

  const leave = () => {
    inside--
    if (inside === 0) emptied?.()
  }

  return {
    async shared<T>(work: () => Promise<T>): Promise<T> {
      while (alone) await alone
      inside++
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async exclusive<T>(work: () => Promise<T>): Promise<T> {
      while (alone) await alone
      const run = (async () => {
        if (inside > 0)
          await new Promise<void>((resolve) => {
            emptied = resolve
          })
        emptied = undefined
        return work()
      })()
      const mine = run
        .catch(() => {})
        .then(() => {
          if (alone === mine) alone = undefined
        })
      alone = mine
      return run
    },
  }
}
