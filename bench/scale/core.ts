import { setTimeout as wait } from 'node:timers/promises'
import { coreUsersWork } from '#contract/work-names.ts'
import type { Desk } from './desk.ts'
import { timed } from './timing.ts'

const patienceMs = 180_000

async function until(what: string, holds: () => Promise<boolean>, ms = patienceMs) {
  for (const began = performance.now(); !(await holds()); await wait(50))
    if (performance.now() - began > ms) throw new Error(`in ${ms} ms: ${what} is not so`)
}

/** Waits until the core has loaded its configuration and answers. */
export const coreRuns = (desk: Desk) =>
  until('the core runs', async () => {
    const { xray } = await desk.get<{ xray: { state: string; errorMsg: string } }>('/panel/api/server/status')
    if (xray.state === 'error') throw new Error(xray.errorMsg)
    return xray.state === 'running'
  })

interface Work {
  path: string
  what: string
}
/** Users waiting to be sent to the core, as shown in the list of long-running work: nothing younger than a second. */
export const backlogOf = async (desk: Desk): Promise<string | undefined> =>
  (await desk.get<{ work: Work[] }>('/panel/api/jobs')).work.find(({ path }) => path === coreUsersWork)?.what

/** Waits until all users are in the core. */
export async function emptied(desk: Desk): Promise<void> {
  await wait(1_100)
  await until('the backlog is empty', async () => (await backlogOf(desk)) === undefined, 600_000)
}

/** Waits until all users are in the core and an edit that does not touch it is answered immediately. */
export async function inStep(desk: Desk): Promise<void> {
  await emptied(desk)
  await until('the core is in step', async () => {
    const comment = `in step at ${performance.now()}`
    const took = await timed(() => desk.post('/panel/api/clients/update/u7', { email: 'u7', comment }))
    return took < 150
  })
}
