/** Runs async work one at a time in order; a failure does not stop the queue. */
export function createSerial() {
  let tail: Promise<unknown> = Promise.resolve()
  return function serial<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work, work)
    tail = result.catch(() => {})
    return result
  }
}
