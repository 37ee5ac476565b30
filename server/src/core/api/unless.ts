import { CoreError, type CoreErrorKind } from './errors.ts'

/** Ignores one kind of error: already removed, or already present. */
export async function unless(kind: CoreErrorKind, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof CoreError && error.kind === kind) return false
    throw error
  }
}
