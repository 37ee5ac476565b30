import { setTimeout as wait } from 'node:timers/promises'
import type { Desk } from './desk.ts'
import { timed } from './timing.ts'

const patienceMs = 180_000

async function until(what: string, holds: () => Promise<boolean>) {
  for (const began = performance.now(); !(await holds()); await wait(50))
    if (performance.now() - began > patienceMs) throw new Error(`in ${patienceMs} ms: ${what} is not so`)
}

/** The core has read its configuration and answers. */
export const coreRuns = (desk: Desk) =>
  until('the core runs', async () => {
    const { xray } = await desk.get<{ xray: { state: string; errorMsg: string } }>('/panel/api/server/status')
    if (xray.state === 'error') throw new Error(xray.errorMsg)
    return xray.state === 'running'
  })

/** Nothing stands in the line before the core: an edit that asks nothing of it is answered at once. */
export const inStep = (desk: Desk) =>
  until('the core is in step', async () => {
    const comment = `in step at ${performance.now()}`
    const took = await timed(() => desk.post('/panel/api/clients/update/u7', { email: 'u7', comment }))
    return took < 150
  })
