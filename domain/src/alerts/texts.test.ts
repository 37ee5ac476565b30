import { expect, it } from 'vitest'
import { englishTexts, sayAlert } from './texts.ts'

it('writes bytes and times in the given way, and no double period', () => {
  const measures = { locale: 'en', bytes: (n: number) => `${n} B`, time: (ms: number) => `t${ms}` }
  const params = { email: 'ann', leftBytes: 5, totalBytes: 9 }
  expect(sayAlert(englishTexts, 'client.running-out', params, measures).message).toBe(
    'ann has 5 B of 9 B left.',
  )
  expect(sayAlert(englishTexts, 'backup.failed', { reason: 'The disk is full.' }, measures)).toEqual({
    title: 'Backup failed',
    message: 'The disk is full.',
  })
})
