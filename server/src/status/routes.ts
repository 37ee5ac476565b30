import { coreApi } from '#contract/core-api.ts'
import { jobsApi, type WorkState } from '#contract/jobs-api.ts'
import { statusApi } from '#contract/status.ts'
import { coreUsersWork } from '#contract/work-names.ts'
import type { Core } from '../core/room.ts'
import type { Membership } from '../instance/membership.ts'
import type { Clock } from '../platform/clock.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Works } from '../platform/jobs/works.ts'
import type { StatusRoom } from './room.ts'

type Reads = Pick<StatusRoom, 'current' | 'history' | 'cpuHistory'>

export function statusRoutes(mount: Mount, status: Reads): void {
  mount(statusApi.status, () => status.current())
  mount(statusApi.cpuHistory, ({ params }) => status.cpuHistory(params.bucket ?? ''))
  mount(statusApi.history, ({ params }) => status.history(params.metric ?? '', params.bucket ?? ''))
}

interface Deps extends Clock {
  jobs: Pick<Jobs, 'states'>
  works: Pick<Works, 'list'>
  core: Pick<Core, 'provider' | 'backlog'>
  /** The processes that run on the database, each with jobs of its own. */
  member: Pick<Membership, 'list' | 'states'>
}

export function jobRoutes(mount: Mount, { jobs, works, core, member, now }: Deps): void {
  mount(jobsApi.list, async () => {
    const instances = await member.list()
    const progress = core.provider.progress() // of an install, whoever started it
    const work = [...backlogWork(core.backlog(), now()), ...works.list()]
    const all = [...jobs.states(), ...member.states()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    if (!progress) return { jobs: all, work, instances }
    const asked = work.find(({ path, endedAt }) => path === coreApi.install.path && endedAt === 0)
    const rest = work.filter((one) => one !== asked)
    return { jobs: all, work: [{ ...(asked ?? unasked(now())), ...progress }, ...rest], instances }
  })
}

/** Not shown if it takes less than a second. */
function backlogWork(state: ReturnType<Core['backlog']>, now: number): WorkState[] {
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
