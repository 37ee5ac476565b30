import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { silentLog } from '../../platform/log.ts'
import { type AskedJob, createCoreJobs, type JobSteps } from './core-job.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-core-job-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const panel = () => createCoreJobs({ dataFolder: folder, now: () => 5_000, log: silentLog })
const asked: AskedJob = { what: 'preflight', target: 'v26.8.1', sha256: '', force: false, actor: 'ann' }
const found = {
  ...{ version: '26.8.1', from: '26.7.28', ok: true, readMs: 40, parts: [], apps: [] },
  ...{ blocks: [], blocksCoded: [], notes: [], notesCoded: [] },
}

/** Work that the test ends. */
function slow() {
  let runs = 0
  let steps: JobSteps | undefined
  let end = (_error?: Error): void => {}
  const work: Parameters<ReturnType<typeof panel>['start']>[1] = (given, job) => {
    runs += 1
    steps = given
    return new Promise((resolve, reject) => {
      end = (error) => {
        if (error) return reject(error)
        job.result = found
        resolve(found)
      }
    })
  }
  return { work, runs: () => runs, steps: () => steps!, end: (error?: Error) => end(error) }
}

it('is joined by whoever asks for the same, and refuses anything else until it has ended', async () => {
  const jobs = panel()
  const { work, runs, end } = slow()
  expect(jobs.state()).toBeNull()
  const first = jobs.start(asked, work)
  const second = jobs.start({ ...asked, actor: 'bob' }, work)
  expect([runs(), second.job.id, second.job.actor]).toEqual([1, first.job.id, 'ann'])
  expect(() => jobs.start({ ...asked, what: 'install' }, work)).toThrow('Another install')
  end()
  const ended = await Promise.all([first.ended, second.ended])
  expect(ended.map(({ result }) => result)).toEqual([found, found])
  jobs.start({ ...asked, what: 'install' }, work)
  expect(runs()).toBe(2)
})

it('says how much of the work is done', async () => {
  const jobs = panel()
  const { work, steps, end } = slow()
  const { ended } = jobs.start({ ...asked, what: 'install' }, work)
  const seen = () => {
    const { step, done, total } = jobs.state()!
    return `${step} ${done}/${total}`
  }
  const all = [seen()]
  steps().begin('read')
  all.push(seen())
  steps().of('inbounds', 4)
  steps().begin('inbounds')
  for (let i = 0; i < 6; i++) steps().did() // never more than there are
  all.push(seen())
  steps().begin('install')
  all.push(seen())
  end()
  await ended
  all.push(seen())
  expect(all).toEqual(['fetch 0/6', 'read 1/6', 'inbounds 6/9', 'install 8/9', 'install 9/9'])
})

it('keeps its result for the next panel, and its failure in the words of the refusal', async () => {
  const jobs = panel()
  const { work, end } = slow()
  const good = jobs.start(asked, work)
  end()
  await good.ended
  expect(panel().state()).toEqual(jobs.state())
  expect(panel().state()).toMatchObject({ state: 'done', endedAt: 5_000, result: found })
  expect(statSync(join(folder, 'core-job.json')).mode & 0o777).toBe(0o600)
  const bad = jobs.start(asked, work)
  end(new Refusal('core.release-unlisted', { version: '26.8.1' }))
  await expect(bad.ended).rejects.toThrow('26.8.1')
  const coded = { code: 'core.release-unlisted', params: { version: '26.8.1' } }
  expect(panel().state()).toMatchObject({ state: 'failed', errorCoded: coded })
})

it('is interrupted when the panel ends; a file that cannot be read is no job', () => {
  const { work } = slow()
  const { job } = panel().start(asked, work)
  expect(panel().state()).toMatchObject({ id: job.id, state: 'interrupted', endedAt: 0 })
  writeFileSync(join(folder, 'core-job.json'), '{"id":')
  expect(panel().state()).toBeNull()
})
