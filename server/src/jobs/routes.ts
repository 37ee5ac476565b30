import { coreApi } from '#contract/core-api.ts'
import { jobsApi, type WorkState } from '#contract/jobs-api.ts'
import type { Mount } from '../http/mount.ts'
import type { Jobs } from './jobs.ts'
import type { Works } from './works.ts'

interface Deps {
  jobs: Pick<Jobs, 'states'>
  works: Pick<Works, 'list'>
  /** How far the install of the core is, whoever began it. */
  installing: () => { message: string; percent?: number } | undefined
  now: () => number
}

export function jobRoutes(mount: Mount, { jobs, works, installing, now }: Deps): void {
  mount(jobsApi.list, () => {
    const progress = installing()
    const work = works.list()
    if (!progress) return { jobs: jobs.states(), work }
    const asked = work.find(({ path, endedAt }) => path === coreApi.install.path && endedAt === 0)
    const rest = work.filter((one) => one !== asked)
    return { jobs: jobs.states(), work: [{ ...(asked ?? unasked(now())), ...progress }, ...rest] }
  })
}

/** The panel gets a core for itself where there is none. */
const unasked = (now: number): WorkState => ({
  id: 0,
  path: coreApi.install.path,
  what: '',
  actor: '',
  startedAt: now,
  endedAt: 0,
  error: '',
})
