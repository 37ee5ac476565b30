import { expect, it } from 'vitest'
import type { BackupRestore } from '#contract/backup.ts'
import { untilRestored } from './until-restored.ts'

// Only its time matters here.
const restore = (at: number) => ({ at }) as BackupRestore
/** One answer per request; undefined is no answer. */
function panel(answers: readonly ({ lastRestore: BackupRestore | null } | undefined)[]) {
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
  const old = { lastRestore: restore(5) }
  const { deps, asked } = panel([old, undefined, undefined, old, { lastRestore: restore(6) }])
  expect(await untilRestored(5, deps)).toEqual(restore(6))
  expect(asked()).toBe(5)
})

it('gives up when the panel stays away or restores nothing', async () => {
  expect(await untilRestored(0, panel([undefined]).deps)).toBeUndefined()
  expect(await untilRestored(0, panel([{ lastRestore: null }]).deps)).toBeUndefined()
})
