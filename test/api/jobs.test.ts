import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobState, WorkState } from '#contract/jobs-api.ts'
import type { Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'

let t: ServedPanel
let me: Visitor
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const background = async () => (await me.get<{ jobs: JobState[]; work: WorkState[] }>('/panel/api/jobs')).obj
const job = async (wanted: string) => (await background()).jobs.find(({ name }) => name === wanted)

it('lists the jobs of the panel: interval, last run and result', async () => {
  await expect.poll(async () => (await job('watch-sessions'))?.lastAt).toBeGreaterThan(0)
  expect(await job('watch-sessions')).toMatchObject({ everyMs: 1_000, lastError: '' })
  // It has not run: only the next run is known.
  const prune = await job('audit-prune')
  expect(prune).toMatchObject({ running: false, lastAt: 0, lastTookMs: 0 })
  expect(Math.abs((prune?.nextAt ?? 0) - Date.now() - 3_600_000)).toBeLessThan(patient(120_000))
  const names = (await background()).jobs.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  // A login may take a second on a busy machine, and then counts as work.
  expect((await background()).work.filter(({ path }) => path !== '/login')).toEqual([])
})
