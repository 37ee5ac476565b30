import { CoreError, type CoreErrorKind } from './errors.ts'

/** Tolerates one kind of answer: what was to be gone is gone, what was to be there is there. */
export async function unless(kind: CoreErrorKind, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof CoreError && error.kind === kind) return false
    throw error
  }
}
