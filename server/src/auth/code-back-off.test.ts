import { expect, it } from 'vitest'
import { createCodeBackOff } from './code-check.ts'

const minute = 60_000

function backOffAt(start = 1_000_000) {
  const clock = { now: start }
  return { clock, backOff: createCodeBackOff(() => clock.now) }
}

it('allows five wrong codes, then one after each growing wait of at most 15 minutes', () => {
  const { clock, backOff } = backOffAt()
  for (let i = 0; i < 5; i++) {
    expect(backOff.mustWait('1')).toBe(false)
    backOff.failed('1')
  }
  const waits = Array.from({ length: 8 }, () => {
    const from = clock.now
    while (backOff.mustWait('1')) clock.now += 1_000
    backOff.failed('1')
    return (clock.now - from) / 1_000
  })
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})

it('checks fewer than 150 codes a day, however many are sent', () => {
  const { clock, backOff } = backOffAt()
  let judged = 0
  for (let i = 0; i < 24 * 3_600; i++, clock.now += 1_000) {
    if (backOff.mustWait('1')) continue
    judged++
    backOff.failed('1')
  }
  expect(judged).toBeLessThan(150)
})

it('keeps scopes apart, and resets after a right code or a quiet day', () => {
  const { clock, backOff } = backOffAt()
  for (let i = 0; i < 9; i++) backOff.failed('1')
  expect([backOff.mustWait('1'), backOff.mustWait('1 home'), backOff.mustWait('2')]).toEqual([
    true,
    false,
    false,
  ])
  backOff.succeeded('1')
  expect(backOff.mustWait('1')).toBe(false)
  for (let i = 0; i < 9; i++) backOff.failed('1')
  clock.now += 24 * 60 * minute
  backOff.failed('1')
  expect(backOff.mustWait('1')).toBe(false)
})
