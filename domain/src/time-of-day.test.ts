import { expect, it } from 'vitest'
import { isBetween } from './time-of-day.ts'

const at = (time: string) => Date.parse(`2026-11-19T${time}:00Z`)

it.each([
  ['03:00', '05:00', '03:00', true],
  ['03:00', '05:00', '04:59', true],
  ['03:00', '05:00', '05:00', false],
  ['23:00', '01:00', '00:30', true],
  ['23:00', '01:00', '12:00', false],
  ['03:00', '03:00', '03:00', false],
  ['', '05:00', '04:00', false],
  ['24:00', '05:00', '04:00', false],
])('from %s to %s: %s is %s', (from, to, time, is) => {
  expect(isBetween(at(time), from, to, 'UTC')).toBe(is)
})

it('goes by the clock of the zone', () => {
  expect(isBetween(at('00:00'), '03:00', '04:00', 'Asia/Tehran')).toBe(true)
  expect(isBetween(at('00:00'), '03:00', '04:00', 'UTC')).toBe(false)
})
