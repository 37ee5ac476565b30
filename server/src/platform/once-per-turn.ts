/**
 * A value that is read at most once in each turn of the event loop. All requests that a turn answers arrived before it
 * began, so none of them can have seen a later value.
 */
export function oncePerTurn<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    if (!known) {
      known = { value: read() }
      setImmediate(() => {
        known = undefined
      })
    }
    return known.value
  }
}
