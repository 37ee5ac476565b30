import { expect, it, vi } from 'vitest'
import type { Health, HealthCheck } from '#contract/health-api.ts'
import { check, fix, page, shown } from '#domain/health/check.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { until } from '#test/until.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Commit } from '../store/changes/commit.ts'
import { createFixing, type FixSources } from './fixing.ts'

const actor: Actor = { kind: 'user', name: 'root', address: '' }
const nothing: Health = {
  ...{ checkedAt: 1, worst: 'ok', findings: [], passed: [] },
  counts: { bad: 0, warn: 0, note: 0, muted: 0 },
}
const stopped = shown(check('core', 'bad', coded('health.core-stopped'), fix('core', page('panel/'))))
const waits = shown(check('core', 'note', coded('health.core-installing'), page('panel/')))

/** A core that is stopped until somebody starts it. */
function stage(restart = async () => {}, found = stopped) {
  const checks: HealthCheck[] = [found]
  const restartService = vi.fn(async () => {
    await restart()
    checks[0] = waits
  })
  const backUp = vi.fn()
  const sources: FixSources = {
    commit: (async () => undefined) as Partial<Commit> as Commit, // only stores the audit row here
    core: { restartService },
    backup: { backups: { create: backUp } },
    geo: { updateKnown: backUp, updatePresent: backUp },
    fleet: { retry: backUp },
    certificates: { renew: backUp },
    settings: { set: backUp },
    health: { foundBy: async (id) => (id === 'core' ? 'core' : undefined), view: async () => nothing },
  }
  const outcomeOf = async (id: string) => (await press(id, actor)).outcome
  const press = createFixing(sources, async () => checks)
  return { outcomeOf, restartService, backUp }
}

it('starts a stopped core once; another finding with the same name is another matter', async () => {
  const { outcomeOf, restartService } = stage()
  expect(await Promise.all([outcomeOf('core'), outcomeOf('core')])).toEqual(['fixed', 'fixed'])
  expect(await outcomeOf('core')).toBe('nothing')
  expect(restartService).toHaveBeenCalledTimes(1)
})

it('says what the room says when it fails, to all who wait, and can be tried again', async () => {
  let fails = true
  const { outcomeOf, restartService } = stage(async () => {
    if (fails) throw new Refusal('core.panel-stopping')
  })
  const both = await Promise.allSettled([outcomeOf('core'), outcomeOf('core')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await outcomeOf('core')).toBe('fixed')
  expect(restartService).toHaveBeenCalledTimes(2)
})

it('acts on one finding at a time, and does nothing about one that is gone', async () => {
  const { promise: going, resolve: end } = Promise.withResolvers<void>()
  const { outcomeOf, restartService, backUp } = stage(() => going)
  const first = outcomeOf('core')
  const second = outcomeOf('backups')
  await until('the core is started', () => restartService.mock.calls.length > 0)
  end()
  expect(await Promise.all([first, second])).toEqual(['fixed', 'nothing'])
  expect(backUp).not.toHaveBeenCalled()
})

it('says that the check still finds it', async () => {
  const still = shown(check('core', 'bad', coded('health.backup-none'), fix('backup', page('panel/'))))
  const { outcomeOf } = stage(async () => {}, still)
  expect(await outcomeOf('core')).toBe('left')
})
