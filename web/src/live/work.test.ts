import { expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { notice } from '#domain/notices.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import { createWork } from './work.ts'

const step = (percent: number | undefined, message: string): EventFrame => ({
  type: 'notification',
  time: 0,
  payload: notice('core.installing', { step: message }, percent),
})
// Only the codes of the core's state are looked at.
const status = (code: RefusalCode) =>
  ({
    type: 'status',
    time: 0,
    payload: { xray: { errorCoded: [{ code, params: {} }] } },
  }) as unknown as EventFrame

it('tracks running work and leaves its start and end to toasts', () => {
  const { receive, now } = createWork()
  expect(receive(step(undefined, 'Looking.'))).toBe(false)
  expect(now.get()).toBeUndefined()
  expect(receive(step(40, 'Half.'))).toBe(true)
  receive(status('core-step.checking'))
  expect(now.get()?.percent).toBe(40)
  expect(receive(step(100, 'Done.'))).toBe(false)
  expect(now.get()).toBeUndefined()
})

it('ends when the state of the core names no step: a failure sends no share', () => {
  const { receive, now } = createWork()
  receive(step(40, 'Half.'))
  receive(status('egress.disk-full'))
  expect(now.get()).toBeUndefined()
})
