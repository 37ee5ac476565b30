import { expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { notice } from '#domain/notices.ts'
import { createWork } from './work.ts'

const step = (percent: number | undefined, message: string): EventFrame => ({
  type: 'notification',
  time: 0,
  payload: notice('core.installing', { step: message }, percent),
})
// Only the core's words are looked at.
const status = (errorMsg: string) =>
  ({ type: 'status', time: 0, payload: { xray: { errorMsg } } }) as EventFrame

it('holds what goes on and leaves its beginning and its end to the toasts', () => {
  const { hear, now } = createWork()
  expect(hear(step(undefined, 'Looking.'))).toBe(false)
  expect(now.get()).toBeUndefined()
  expect(hear(step(40, 'Half.'))).toBe(true)
  hear(status('Half.'))
  expect(now.get()?.percent).toBe(40)
  expect(hear(step(100, 'Done.'))).toBe(false)
  expect(now.get()).toBeUndefined()
})

it('ends with other words of the core: a failure sends no share', () => {
  const { hear, now } = createWork()
  hear(step(40, 'Half.'))
  hear(status('The disk is full.'))
  expect(now.get()).toBeUndefined()
})
