import type { BackupState } from '#contract/backup.ts'

export type Seen = Pick<BackupState, 'lastRestore' | 'restoreError'>

interface Deps<S extends Seen> {
  /** After a login, if the restored panel does not know this session. */
  list(): Promise<S>
  pause(ms: number): Promise<unknown>
}

const everyMs = 1_000
const tries = 90
/** An error that was there before is taken for a new one only after so many answers. */
const patience = 20

/**
 * Resolves when a panel answers that has carried out another restore than the last one before, or says why it has not;
 * undefined if none does.
 */
export async function untilRestored<S extends Seen>(
  before: Seen,
  { list, pause }: Deps<S>,
): Promise<S | undefined> {
  for (let i = 0; i < tries; i += 1) {
    await pause(everyMs)
    const state = await list().catch(() => undefined) // it is restarting
    if (!state) continue
    if ((state.lastRestore?.at ?? 0) > (before.lastRestore?.at ?? 0)) return state
    if (state.restoreError !== '' && (before.restoreError === '' || i >= patience)) return state
  }
  return undefined
}
