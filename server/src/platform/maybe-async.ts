/** SQLite answers at once, PostgreSQL later; whoever stands on the path of every request takes either. */
export type Later<T> = T | Promise<T>

/** `await` costs a turn of the loop even where the value is there already: this does not. */
export const andThen = <T, R>(value: Later<T>, next: (value: T) => Later<R>): Later<R> =>
  value instanceof Promise ? value.then(next) : next(value)
