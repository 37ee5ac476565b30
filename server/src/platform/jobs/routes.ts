import { coreApi } from '#contract/core-api.ts'
import { type InstanceState, jobsApi, type WorkState } from '#contract/jobs-api.ts'
import { coreUsersWork } from '#contract/work-names.ts'
import type { Clock } from '../clock.ts'
import type { Mount } from '../http/mount.ts'
import type { Jobs } from './jobs.ts'
import type { Works } from './works.ts'

interface Deps extends Clock {
  jobs: Pick<Jobs, 'states'>
  works: Pick<Works, 'list'>
  /** Progress of the core installation, whoever started it. */
  installing: () => { message: string; percent?: number } | undefined
  /** Users that are still to be sent to the core. */
  backlog: () => { left: number; total: number; startedAt: number } | undefined
  /** The processes that run on the database. */
  instances: () => Promise<InstanceState[]>
}

export function jobRoutes(mount: Mount, { jobs, works, installing, backlog, now, ...deps }: Deps): void {
  mount(jobsApi.list, async () => {
    const instances = await deps.instances()
    const progress = installing()
    const work = [...backlogWork(backlog(), now()), ...works.list()]
    const all = jobs.states().toSorted((a, b) => (a.name < b.name ? -1 : 1))
    if (!progress) return { jobs: all, work, instances }
    const asked = work.find(({ path, endedAt }) => path === coreApi.install.path && endedAt === 0)
    const rest = work.filter((one) => one !== asked)
    return { jobs: all, work: [{ ...(asked ?? unasked(now())), ...progress }, ...rest], instances }
  })
}

/** Not shown if it takes less than a second. */
function backlogWork(state: ReturnType<Deps['backlog']>, now: number): WorkState[] {
  if (!state || now - state.startedAt < 1_000) return []
  const { left, total, startedAt } = state
  const done = total - left
  const percent = Math.floor((100 * done) / Math.max(1, total))
  const times = { startedAt, endedAt: 0 }
  return [
    { id: -1, path: coreUsersWork, what: `${done} / ${total}`, actor: '', ...times, error: '', percent },
  ]
}

/** The panel installs a core by itself if there is none. */
const unasked = (now: number): WorkState => ({
  id: 0,
  path: coreApi.install.path,
  what: '',
  actor: '',
  startedAt: now,
  endedAt: 0,
  error: '',
})
