import type { Backup } from '#contract/backup.ts'

const dayMs = 86_400_000

/**
 * Scheduled backups that may go: beyond the number to keep, or too old. The newest one always stays, and one that
 * somebody made or uploaded is that person's to delete.
 */
export function outlived(
  backups: readonly Backup[],
  { keep, keepDays, now }: { keep: number; keepDays: number; now: number },
): Backup[] {
  const scheduled = backups
    .filter(({ kind }) => kind === 'scheduled')
    .toSorted((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1))
  return scheduled.filter(
    ({ madeAt }, i) =>
      i > 0 && ((keep > 0 && i >= keep) || (keepDays > 0 && madeAt < now - keepDays * dayMs)),
  )
}
