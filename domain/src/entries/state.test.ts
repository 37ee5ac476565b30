import { expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { dayOf, type EntryMemory, type EntryOutcome, oldestDay, remembered } from './state.ts'

const good: EntryOutcome = { isGood: true, latencyMs: 84, exitAddress: '' }
const bad: EntryOutcome = { isGood: false, stage: 'silent', cause: coded('entry.silent') }

it('failures are counted in a row, and the time of the last good check stays', () => {
  const first = remembered(undefined, bad, 1_000)
  expect(first).toEqual({ state: 'failed', since: 1_000, lastOkAt: 0, fails: 1, sunk: false })
  const second = remembered(first, bad, 2_000)
  expect(second).toEqual({ state: 'failed', since: 1_000, lastOkAt: 0, fails: 2, sunk: true })
  const third = remembered(second, good, 3_000)
  expect(third).toEqual({ state: 'good', since: 3_000, lastOkAt: 3_000, fails: 0, sunk: true })
  const fourth = remembered(third, good, 4_000)
  expect(fourth).toEqual({ state: 'good', since: 3_000, lastOkAt: 4_000, fails: 0, sunk: false })
  const fifth = remembered(fourth, bad, 5_000)
  expect(fifth).toEqual({ state: 'failed', since: 5_000, lastOkAt: 4_000, fails: 1, sunk: false })
})

it('an entry sinks with two failures in a row, and is back with two good ones in a row', () => {
  const outcomes = [bad, good, bad, bad, good, bad, good, good, bad]
  let memory: EntryMemory | undefined
  const sunk = outcomes.map((outcome, at) => {
    memory = remembered(memory, outcome, at)
    return memory.sunk
  })
  expect(sunk).toEqual([false, false, false, true, true, true, true, false, false])
  // Raised while nobody could know, it sinks again with the next failure, and not with a good one.
  const raised = { state: 'failed', since: 0, lastOkAt: 0, fails: 2, sunk: false } as const
  expect(remembered(raised, bad, 9).sunk).toBe(true)
  expect(remembered(raised, good, 9).sunk).toBe(false)
})

it('thirty days are kept, with today', () => {
  const at = Date.UTC(2026, 10, 30, 13, 5)
  expect(dayOf(at)).toBe(Date.UTC(2026, 10, 30))
  expect(oldestDay(at)).toBe(Date.UTC(2026, 10, 1))
})
