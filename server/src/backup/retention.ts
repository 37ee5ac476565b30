import type { Backup } from '#contract/backup.ts'

const dayMs = 86_400_000
/** Those from before an update are made by the panel itself too. */
const keptBeforeUpdates = 3

const newestFirst = (a: Backup, b: Backup): number => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1)
const ofKind = (backups: readonly Backup[], wanted: Backup['kind']): Backup[] =>
  backups.filter(({ kind }) => kind === wanted).toSorted(newestFirst)

/**
 * Scheduled backups that may go: beyond the number to keep, or too old. The newest one always stays, and one that
 * somebody made or uploaded is that person's to delete.
 */
export function outlived(
  backups: readonly Backup[],
  { keep, keepDays, now }: { keep: number; keepDays: number; now: number },
): Backup[] {
  const scheduled = ofKind(backups, 'scheduled').filter(
    ({ madeAt }, i) =>
      i > 0 && ((keep > 0 && i >= keep) || (keepDays > 0 && madeAt < now - keepDays * dayMs)),
  )
  return [...scheduled, ...ofKind(backups, 'before-update').slice(keptBeforeUpdates)]
}
