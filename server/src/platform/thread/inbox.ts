/** Messages of one stream from a thread, in order, until they are taken. */
export interface Inbox<T> {
  put(item: T): void
  fail(error: Error): void
  take(): Promise<T>
}

/** For one consumer at a time. An error is delivered after everything that came before it. */
export function createInbox<T>(): Inbox<T> {
  const arrived: T[] = []
  let failure: Error | undefined
  let waiter: { resolve: (item: T) => void; reject: (error: Error) => void } | undefined

  return {
    put(item) {
      if (waiter) waiter.resolve(item)
      else arrived.push(item)
      waiter = undefined
    },
    fail(error) {
      failure ??= error
      waiter?.reject(failure)
      waiter = undefined
    },
    take() {
      const next = arrived.shift()
      if (next !== undefined) return Promise.resolve(next)
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        waiter = { resolve, reject }
      })
    },
  }
}
