/** SQLite returns immediately and PostgreSQL later; callers on the hot path must accept both. */
export type MaybeAsync<T> = T | Promise<T>

/** `await` costs a turn of the event loop even for a value that is already there; this does not. */
export const andThen = <T, R>(value: MaybeAsync<T>, next: (value: T) => MaybeAsync<R>): MaybeAsync<R> =>
  value instanceof Promise ? value.then(next) : next(value)
