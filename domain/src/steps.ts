/** Work in steps: the caller can do something else between two of them. */
export type Steps<T> = Generator<undefined, T>

export function allAtOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
