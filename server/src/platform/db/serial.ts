/** Runs async work one at a time, in the order it was asked for; a failure does not stop the line. */
export function createSerial() {
  let tail: Promise<unknown> = Promise.resolve()
  return function serial<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work, work)
    tail = result.catch(() => {})
    return result
  }
}
