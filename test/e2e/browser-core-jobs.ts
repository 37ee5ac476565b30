import type { Page } from 'playwright-core'
import type { CoreFile } from '#contract/core-file.ts'
import type { CoreJob, Preflight } from '#contract/core-preflight.ts'

/**
 * The core's jobs of a panel that has no core: each is seen to run once, then it is done. Returns what was sent to start
 * them.
 */
export async function stubCoreJobs(page: Page, found: Preflight, file?: CoreFile): Promise<unknown[]> {
  const sent: unknown[] = []
  let job: CoreJob | null = null
  const answer = (obj: unknown) => ({ json: { success: true, msg: '', obj } })
  const begin = (what: CoreJob['what'], target: string, sha256 = ''): CoreJob => ({
    ...{ id: `job-${sent.length}`, what, target, sha256, force: false, actor: 'root', state: 'running' },
    ...{ startedAt: Date.now(), endedAt: 0, step: 'fetch', done: 0, total: 5, error: '' },
  })
  await page.route('**/server/coreJob', async (route) => {
    await route.fulfill(answer(job))
    if (job?.state !== 'running') return
    job = { ...job, state: 'done', done: 5, endedAt: Date.now() }
    if (job.what === 'mirror' && file) job.file = file
    else job.result = found
  })
  await page.route('**/server/coreJob/*', (route) => {
    const body = route.request().postDataJSON() as { what: 'preflight' | 'install'; sha256?: string }
    const target = route.request().url().split('/').at(-1) ?? ''
    sent.push({ target, ...body })
    job = begin(body.what, target, body.sha256)
    return route.fulfill(answer(job))
  })
  await page.route('**/server/coreMirrorJob', (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    sent.push({ url })
    job = begin('mirror', url)
    return route.fulfill(answer(job))
  })
  return sent
}
