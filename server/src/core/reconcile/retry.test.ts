import { expect, it } from 'vitest'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { createRetry } from './link.ts'

function stage(attempt: () => Promise<void>) {
  const clock = createFakeClock()
  const seen = { attempts: 0 }
  const retry = createRetry(clock.timers, () => {
    seen.attempts += 1
    return attempt()
  })
  return { clock, seen, retry }
}

it('retries once if the core accepts it the second time, and leaves no timer behind', async () => {
  const { clock, seen, retry } = stage(async () => {})
  retry.need(false)
  retry.need(false)
  await clock.advance(60_000)
  expect({ ...seen, waiting: clock.waiting() }).toEqual({ attempts: 1, waiting: 0 })
})

it('waits longer after every failure: 1, 2, 4, ... 30 s', async () => {
  const { clock, seen, retry } = stage(() => Promise.reject(new Error('no')))
  retry.need(false)
  const after: number[] = []
  for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await clock.advance(ms)
    after.push(seen.attempts)
  }
  expect(after).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it('a step that is refused again during a retry counts as a failure', async () => {
  const { clock, seen, retry } = stage(async () => retry.need(false))
  retry.need(false)
  await clock.advance(3_000)
  expect(seen.attempts).toBe(2)
})

it('a core that does not answer is tried until it is forgotten', async () => {
  const { clock, seen, retry } = stage(() => Promise.reject(new Error('no answer')))
  retry.need(true)
  expect(retry.isSilent()).toBe(true)
  await clock.advance(61_000)
  expect(seen.attempts).toBe(6)
  retry.forget()
  await clock.advance(600_000)
  expect({ ...seen, silent: retry.isSilent() }).toEqual({ attempts: 6, silent: false })
})
