import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './open.ts'

/** Throws if the work that a transaction belongs to may not write any more. */
export type Fence = (tx: Tx) => Promise<void>

/** Which work the transactions of one database belong to: nothing has to be handed through, so nothing can be forgotten. */
export function createFences() {
  const fences = new AsyncLocalStorage<Fence>()
  return {
    /** Every write transaction that `work` begins, however deep, starts with `fence`. */
    fenced: <T>(fence: Fence, work: () => T): T => fences.run(fence, work),
    /** What follows a commit is nobody's transaction any more. */
    unfenced: <T>(work: () => T): T => fences.exit(work),
    current: (): Fence | undefined => fences.getStore(),
  }
}

export type Fences = ReturnType<typeof createFences>
