import { expect, it } from 'vitest'
import { backupRows } from '#contract/settings/rows.ts'
import { choiceOf, readyCrons } from './schedule.ts'

it('knows a ready choice again, and the default is one', () => {
  expect(choiceOf(readyCrons.sixHours)).toBe('sixHours')
  expect(choiceOf(' 0  4 * * 0 ')).toBe('weekly')
  expect(choiceOf('0 4 * * 7')).toBe('weekly')
  expect(choiceOf(backupRows.backupCron.default)).toBe('daily')
  expect(choiceOf('@daily')).toBe('custom')
  expect(choiceOf('*/5 * * * *')).toBe('custom')
})
