import { expect, it } from 'vitest'
import type { BackupRestore } from '#contract/backup.ts'
import { type Seen, untilRestored } from './until-restored.ts'

// Only its time matters here.
const state = (at: number, restoreError = ''): Seen => ({
  lastRestore: { at } as BackupRestore,
  restoreError,
})
const never: Seen = { lastRestore: null, restoreError: '' }

/** One answer per request, the last one for ever; undefined is no answer. */
function panel(...answers: readonly (Seen | undefined)[]) {
  let asked = 0
  return {
    asked: () => asked,
    deps: {
      pause: async () => {},
      async list() {
        const answer = answers[Math.min(asked, answers.length - 1)]
        asked += 1
        if (!answer) throw new Error('unreachable')
        return answer
      },
    },
  }
}

it('waits through the old panel, the restart and the new one', async () => {
  const { deps, asked } = panel(state(5), undefined, undefined, state(5), state(6))
  expect(await untilRestored(state(5), deps)).toEqual(state(6))
  expect(asked()).toBe(5)
})

it('ends when the panel says why it restored nothing', async () => {
  expect(await untilRestored(never, panel(never, undefined, state(0, 'no')).deps)).toEqual(state(0, 'no'))
})

it('does not take an old error for a new one', async () => {
  const old = state(5, 'an old error')
  expect(await untilRestored(old, panel(old, undefined, state(6)).deps)).toEqual(state(6))
  const { deps, asked } = panel(old)
  expect(await untilRestored(old, deps)).toEqual(old)
  expect(asked()).toBeGreaterThan(10)
})

it('gives up when the panel stays away', async () => {
  expect(await untilRestored(never, panel(undefined).deps)).toBeUndefined()
})
