/** Shared work runs in parallel. Exclusive work waits for it and runs alone: what comes meanwhile waits. */
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
