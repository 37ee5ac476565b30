/** Work in steps: between two of them, the one who runs it can do something else. */
export type Steps<T> = Generator<undefined, T>

export function allAtOnce<T>(steps: Steps<T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
