/** Limits concurrency; of those waiting, the lowest lane goes first, and within a lane the first to arrive. */
export function createSlots(most: number) {
  let taken = 0
  const waiting: (() => void)[][] = []

  function next(): void {
    if (taken >= most) return
    const go = waiting.find((lane) => lane.length > 0)?.shift()
    if (!go) return
    taken++
    go()
  }

  return async function inSlot<T>(lane: number, work: () => Promise<T>): Promise<T> {
    for (let i = waiting.length; i <= lane; i++) waiting.push([])
    await new Promise<void>((go) => {
      waiting[lane]?.push(go)
      next()
    })
    try {
      return await work()
    } finally {
      taken--
      next()
    }
  }
}
