import { expect, it } from 'vitest'
import { measuresOf } from './measures.ts'

const { relative } = measuresOf('en')
const hour = 3_600_000
const night = Date.UTC(2026, 10, 17, 3, 42)

it('counts days by the calendar', () => {
  expect(relative(night + 24 * hour, night)).toBe('tomorrow')
  expect(relative(night + 45 * hour, night)).toBe('in 2 days') // on the 19th
  expect(relative(night - 26 * hour, night)).toBe('yesterday')
  expect(relative(night - 28 * hour, night)).toBe('2 days ago') // on the 15th
})

it('counts hours and minutes by their length', () => {
  expect(relative(night + 23 * hour, night)).toBe('in 23 hours')
  expect(relative(night - 90_000, night)).toBe('1 minute ago')
})
