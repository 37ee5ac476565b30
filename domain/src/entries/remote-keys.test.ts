import { expect, it } from 'vitest'
import { givenPeriod, validPeriods } from './remote-keys.ts'

const minute = 60_000
const start = Date.UTC(2026, 5, 1, 12)

it('gives keys that work in a core that was compared up to ten minutes ago, and until a round has ended', () => {
  for (let at = start; at < start + 180 * minute; at += minute)
    for (const other of [-10, -5, 0, 10]) {
      const valid = validPeriods('s', at + other * minute)
      if (!valid.includes(givenPeriod('s', at))) throw new Error(`${new Date(at).toISOString()}, ${other}`)
    }
  expect(validPeriods('s', start)).toHaveLength(2)
})

it('ends keys within two hours', () => {
  for (let at = start; at < start + 180 * minute; at += minute)
    expect(validPeriods('s', at + 110 * minute)).not.toContain(givenPeriod('s', at))
})

it('ends all keys at once with another series, and has none without one', () => {
  expect(validPeriods('t', start)).not.toContain(givenPeriod('s', start))
  expect(validPeriods('', start)).toEqual([])
})
