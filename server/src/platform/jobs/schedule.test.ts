import { expect, it } from 'vitest'
import { nextAfter } from './schedule.ts'

const at = Date.parse('2026-03-10T10:00:00Z')
const next = (cron: string, zone = 'UTC') => {
  const found = nextAfter(cron, at, zone)
  return found === undefined ? undefined : new Date(found).toISOString()
}

it.each([
  ['0 4 * * *', '2026-03-11T04:00:00.000Z'],
  ['30 5 4 * * *', '2026-03-11T04:05:30.000Z'],
  ['@daily', '2026-03-11T00:00:00.000Z'],
  ['@midnight', '2026-03-11T00:00:00.000Z'],
  ['@annually', '2027-01-01T00:00:00.000Z'],
  ['@every 1h30m', '2026-03-10T11:30:00.000Z'],
  ['@every 10s', '2026-03-10T10:00:10.000Z'],
  ['@every 5ms', '2026-03-10T10:00:01.000Z'],
  ['0 4 31 2 *', undefined],
  ['nonsense', undefined],
])('%s comes next at %s', (cron, expected) => expect(next(cron)).toBe(expected))

it('counts in the time zone of the panel', () => {
  expect(next('0 4 * * *', 'Asia/Tehran')).toBe('2026-03-11T00:30:00.000Z')
})
