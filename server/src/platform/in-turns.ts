import { setImmediate as turn } from 'node:timers/promises'
import type { Steps } from '#domain/steps.ts'

/** Runs work step by step; other requests are answered between two steps. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await turn()
  }
}
