import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { endpoint } from './wire.ts'

/** What the panel does again and again by itself. Times are milliseconds, 0 = not yet. */
export const JobState = z.object({
  name: z.string(),
  everyMs: z.int(),
  running: z.boolean(),
  lastAt: z.int(),
  lastTookMs: z.int(),
  /** Blank where the last run went well. */
  lastError: z.string(),
  lastErrorCoded: codedSchema.optional(),
  nextAt: z.int(),
})
export type JobState = z.output<typeof JobState>

/** What somebody asked for and what takes, or took, longer than a moment. */
export const WorkState = z.object({
  id: z.int(),
  /** The path of the endpoint, as the contract writes it. */
  path: z.string(),
  /** What the path named: a version, a file. */
  what: z.string(),
  actor: z.string(),
  startedAt: z.int(),
  /** 0 while it goes on. */
  endedAt: z.int(),
  error: z.string(),
  errorCoded: codedSchema.optional(),
  /** How far it is, where that is known. */
  percent: z.number().optional(),
  message: z.string().optional(),
  messageCoded: codedSchema.optional(),
})
export type WorkState = z.output<typeof WorkState>

/** Stands where others have the path of an endpoint: users that are on their way to the core, whoever changed them. */
export const coreUsersWork = 'core/users'

export const jobsApi = {
  list: endpoint({
    method: 'GET',
    path: '/panel/api/jobs',
    summary: 'What goes on in the background: the jobs of the panel, and long work, the newest first',
    reply: z.object({ jobs: z.array(JobState), work: z.array(WorkState) }),
  }),
}
