import { expect, it } from 'vitest'
import type { Backup } from '#contract/backup.ts'
import { outlived } from './backups.ts'

const day = 86_400_000
const backup = (age: number, kind: Backup['kind'] = 'scheduled'): Backup => ({
  id: `${kind}-${age}`,
  name: `${kind}-${age}`,
  bytes: 1,
  madeAt: 1_000 * day - age * day,
  kind,
  encrypted: false,
  where: 'folder',
})
const gone = (backups: Backup[], keep: number, keepDays: number) =>
  outlived(backups, { keep, keepDays, now: 1_000 * day }).map(({ id }) => id)

it('deletes scheduled backups beyond the number to keep, oldest first', () => {
  expect(gone([backup(0), backup(3), backup(1), backup(2)], 2, 0)).toEqual(['scheduled-2', 'scheduled-3'])
  expect(gone([backup(0), backup(1)], 0, 0)).toEqual([])
})

it('deletes the ones that are too old, and never the newest', () => {
  expect(gone([backup(10), backup(20), backup(30)], 0, 15)).toEqual(['scheduled-20', 'scheduled-30'])
  expect(gone([backup(30)], 1, 1)).toEqual([])
})

it('leaves backups that somebody made', () => {
  expect(gone([backup(0), backup(50, 'manual'), backup(60, 'uploaded'), backup(70)], 1, 1)).toEqual([
    'scheduled-70',
  ])
})
