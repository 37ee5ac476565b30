import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from './open.ts'

/** Throws if the work that a transaction belongs to may not write any more. */
export type Fence = (tx: Tx) => Promise<void>

const fences = new AsyncLocalStorage<Fence>()

/** Every write transaction that `work` begins, however deep, starts with `fence`. */
export const fenced = <T>(fence: Fence, work: () => T): T => fences.run(fence, work)

export const fenceOf = (): Fence | undefined => fences.getStore()

/** What follows a commit is nobody's transaction any more. */
export const unfenced = <T>(work: () => T): T => fences.exit(work)
