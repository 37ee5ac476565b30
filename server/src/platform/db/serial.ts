import { setImmediate as turn } from 'node:timers/promises'

/** Runs async work one at a time in order; a failure does not stop the queue. */
export function createSerial() {
  let tail: Promise<unknown> = Promise.resolve()
  return function serial<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work, work)
    tail = result.catch(() => {})
    return result
  }
}

/** The same for short pieces of work, with a turn of the event loop before each. */
export function createTurns() {
  const serial = createSerial()
  return <T>(work: () => Promise<T>): Promise<T> =>
    serial(async () => {
      await turn()
      return work()
    })
}
