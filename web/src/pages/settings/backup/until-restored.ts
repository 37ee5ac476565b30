import type { BackupRestore, BackupState } from '#contract/backup.ts'

interface Deps {
  /** After a login, if the restored panel does not know this session. */
  list(): Promise<Pick<BackupState, 'lastRestore'>>
  pause(ms: number): Promise<unknown>
}

const everyMs = 1_000
const tries = 90

/** Resolves when a panel answers that has carried out a restore after the one at `before`; undefined if none does. */
export async function untilRestored(
  before: number,
  { list, pause }: Deps,
): Promise<BackupRestore | undefined> {
  for (let i = 0; i < tries; i += 1) {
    await pause(everyMs)
    const state = await list().catch(() => undefined) // it is restarting
    if (state?.lastRestore && state.lastRestore.at > before) return state.lastRestore
  }
  return undefined
}
