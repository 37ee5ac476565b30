import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CoreApi } from '../../core/api/client.ts'
import { silentLog } from '../../platform/log.ts'
import { createWatch } from './watch.ts'

function setup() {
  const state = { now: 0, users: ['bob'], again: [] as string[] }
  const watch = createWatch({
    core: { api: () => ({ userEmails: async () => state.users }) as Partial<CoreApi> as CoreApi },
    now: () => state.now,
    cutter: {
      cut: async (email, tags) => {
        state.again.push(`${email} ${tags}`)
        return { ended: 0, remaining: 0, how: 'none' }
      },
    },
    log: silentLog,
  })
  return { state, watch }
}

it('a client seen after its cut is cut again, on that inbound and for a minute', async () => {
  const { state, watch } = setup()
  watch.add('Ann', 'in')
  watch.onLine('ann', 'in')
  watch.onLine('ann', 'other')
  watch.onLine('bob', 'in')
  await turn()
  expect(state.again).toEqual(['ann in'])
  state.now = 60_001
  watch.onLine('ann', 'in')
  await turn()
  expect(state.again).toEqual(['ann in'])
})

it('a client that was added again is not cut', async () => {
  const { state, watch } = setup()
  watch.add('ann', 'in')
  state.users = ['bob', 'ann']
  watch.onLine('ann', 'in')
  await turn()
  expect(state.again).toEqual([])
})
