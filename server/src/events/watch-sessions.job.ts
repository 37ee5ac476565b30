import type { Job } from '../platform/jobs/jobs.ts'
import type { Hub } from './hub.ts'

/**
 * R15: sockets of an ended session close within 2 seconds. Sessions ended in this process close at once; this job
 * catches those ended by the command line or by another panel on the same database.
 */
export const watchSessions = (hub: Hub, holding: (ids: readonly string[]) => Promise<Set<string>>): Job => ({
  name: 'watch-sessions',
  everyMs: 1_000,
  async run() {
    const open = hub.sessions()
    if (open.length === 0) return
    const held = await holding(open)
    if (open.every((id) => held.has(id))) return
    const gone = new Set(open.filter((id) => !held.has(id)))
    hub.closeSessions(({ sessionId }) => gone.has(sessionId))
  },
})
