import { expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { createStepFilter, stepOf } from './progress.ts'

it('a log gets a new kind of step at once, others every few seconds, and nothing twice', () => {
  let at = 0
  const worth = createStepFilter(() => at)
  const go = (percent: number) => stepOf('download', coded('core-step.go-downloaded', { go: '1', percent }))
  expect([go(10), go(20), go(30)].map(worth)).toEqual([true, false, false])
  at = 6_000
  expect(worth(go(40))).toBe(true)
  expect(worth(stepOf('unpack', coded('core-step.go-unpacking', { go: '1' })))).toBe(true)
  at = 60_000
  expect(worth(go(10))).toBe(false)
  expect(worth(stepOf('done', coded('core-step.installed', { version: '1' })))).toBe(true)
  expect(worth(go(10))).toBe(true)
})
