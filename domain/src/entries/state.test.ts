import { expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { dayOf, type EntryOutcome, oldestDay, remembered } from './state.ts'

const good: EntryOutcome = { isGood: true, latencyMs: 84, exitAddress: '' }
const bad: EntryOutcome = { isGood: false, stage: 'silent', cause: coded('entry.silent') }

it('failures are counted in a row, and the time of the last good check stays', () => {
  const first = remembered(undefined, bad, 1_000)
  expect(first).toEqual({ state: 'failed', since: 1_000, lastOkAt: 0, fails: 1 })
  const second = remembered(first, bad, 2_000)
  expect(second).toEqual({ state: 'failed', since: 1_000, lastOkAt: 0, fails: 2 })
  const third = remembered(second, good, 3_000)
  expect(third).toEqual({ state: 'good', since: 3_000, lastOkAt: 3_000, fails: 0 })
  const fourth = remembered(third, good, 4_000)
  expect(fourth).toEqual({ state: 'good', since: 3_000, lastOkAt: 4_000, fails: 0 })
  expect(remembered(fourth, bad, 5_000)).toEqual({ state: 'failed', since: 5_000, lastOkAt: 4_000, fails: 1 })
})

it('thirty days are kept, with today', () => {
  const at = Date.UTC(2026, 10, 30, 13, 5)
  expect(dayOf(at)).toBe(Date.UTC(2026, 10, 30))
  expect(oldestDay(at)).toBe(Date.UTC(2026, 10, 1))
})
