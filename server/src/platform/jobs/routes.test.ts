import { expect, it } from 'vitest'
import type { WorkState } from '#contract/jobs-api.ts'
import type { Mount } from '../http/mount.ts'
import { jobRoutes } from './routes.ts'

type Backlog = { left: number; total: number; startedAt: number } | undefined

/** What the background tasks page would show. */
function workWith(backlog: Backlog, now: number): WorkState[] {
  let answer: (() => { work: WorkState[] }) | undefined
  const mount: Mount = (_endpoint, handler) => {
    answer = handler as unknown as typeof answer // the only route ignores the call
  }
  jobRoutes(mount, {
    jobs: { states: () => [] },
    works: { list: () => [] },
    installing: () => undefined,
    backlog: () => backlog,
    now: () => now,
  })
  return answer?.().work ?? []
}

it('users that are being sent to the core are a task with progress', () => {
  expect(workWith({ left: 30_000, total: 40_000, startedAt: 1_000 }, 5_000)).toMatchObject([
    { path: 'core/users', what: '10000 / 40000', percent: 25, startedAt: 1_000, endedAt: 0, error: '' },
  ])
})

it('a task that just began, or none, is not listed', () => {
  expect(workWith({ left: 2, total: 2, startedAt: 1_000 }, 1_500)).toEqual([])
  expect(workWith(undefined, 5_000)).toEqual([])
})
