import { expect, it } from 'vitest'
import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { createBackOff } from './back-off.ts'

function stage() {
  const clock = createFakeClock()
  const tries: number[] = []
  const began = clock.now()
  const backOff = createBackOff({
    ...clock,
    slowRetryMs: 300_000,
    retry: () => void tries.push(clock.now() - began),
  })
  return { clock, tries, backOff }
}

const no = coded('core.said', { reason: 'no' })

it('a core that always fails is tried ever more slowly, then every five minutes', async () => {
  const { clock, tries, backOff } = stage()
  let last: Coded | undefined
  for (let i = 0; i < 6; i++) {
    const { trouble, waitMs } = backOff.failed(no, true)
    last = trouble
    await clock.advance(waitMs)
    if (i === 4) expect(last).toEqual({ code: 'core.ended-too-often', params: { times: 5, reason: no } })
  }
  expect(tries).toEqual([1000, 3000, 7000, 15_000, 315_000, 316_000])
  expect(last).toEqual(no)
})

it("an operator's action resets the wait and the count", async () => {
  const { clock, tries, backOff } = stage()
  for (let i = 0; i < 4; i++) backOff.failed(no, true)
  expect(backOff.isWaiting()).toBe(true)
  backOff.forget()
  expect([backOff.isWaiting(), clock.waiting()]).toEqual([false, 0])
  await clock.advance(600_000)
  expect(tries).toEqual([])
  expect(backOff.failed(no, true).waitMs).toBe(1000)
})

it('does not say that a core ended which was never started', () => {
  const { backOff } = stage()
  const said = Array.from({ length: 6 }, () => backOff.failed(no, false))
  expect(said.map(({ trouble }) => trouble)).toEqual(Array.from({ length: 6 }, () => no))
  expect(said.at(-1)?.waitMs).toBe(300_000)
})
