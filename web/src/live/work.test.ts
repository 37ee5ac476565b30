import { expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { notice } from '#domain/notices.ts'
import { createWork } from './work.ts'

const step = (percent: number | undefined, message: string): EventFrame => ({
  type: 'notification',
  time: 0,
  payload: notice('core.installing', { step: message }, percent),
})
// Only the core's message is read.
const status = (errorMsg: string) =>
  ({ type: 'status', time: 0, payload: { xray: { errorMsg } } }) as EventFrame

it('tracks running work and leaves its start and end to toasts', () => {
  const { hear, now } = createWork()
  expect(hear(step(undefined, 'Looking.'))).toBe(false)
  expect(now.get()).toBeUndefined()
  expect(hear(step(40, 'Half.'))).toBe(true)
  hear(status('Half.'))
  expect(now.get()?.percent).toBe(40)
  expect(hear(step(100, 'Done.'))).toBe(false)
  expect(now.get()).toBeUndefined()
})

it('ends when the core reports another message: a failure sends no progress', () => {
  const { hear, now } = createWork()
  hear(step(40, 'Half.'))
  hear(status('The disk is full.'))
  expect(now.get()).toBeUndefined()
})
