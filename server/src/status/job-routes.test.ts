import { expect, it } from 'vitest'
import type { WorkState } from '#contract/jobs-api.ts'
import type { Core } from '../core/room.ts'
import type { Mount } from '../platform/http/mount.ts'
import { jobRoutes } from './routes.ts'

type Backlog = { left: number; total: number; startedAt: number } | undefined

/** What the background tasks page would show. */
async function workWith(backlog: Backlog, now: number): Promise<WorkState[]> {
  let answer: (() => Promise<{ work: WorkState[] }>) | undefined
  const mount: Mount = (_endpoint, handler) => {
    answer = handler as unknown as typeof answer // the only route ignores the call
  }
  jobRoutes(mount, {
    jobs: { states: () => [] },
    works: { list: () => [] },
    core: { provider: { progress: () => undefined } as Core['provider'], backlog: () => backlog },
    member: { list: async () => [], states: () => [] },
    now: () => now,
  })
  return (await answer?.())?.work ?? []
}

it('users that are being sent to the core are a task with progress', async () => {
  expect(await workWith({ left: 30_000, total: 40_000, startedAt: 1_000 }, 5_000)).toMatchObject([
    { path: 'core/users', what: '10000 / 40000', percent: 25, startedAt: 1_000, endedAt: 0, error: '' },
  ])
})

it('a task that just began, or none, is not listed', async () => {
  expect(await workWith({ left: 2, total: 2, startedAt: 1_000 }, 1_500)).toEqual([])
  expect(await workWith(undefined, 5_000)).toEqual([])
})
