import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

/** A periodic job of the panel. Times are milliseconds, 0 = not yet. */
export const JobState = z.object({
  name: z.string(),
  everyMs: z.int(),
  running: z.boolean(),
  lastAt: z.int(),
  lastTookMs: z.int(),
  /** Blank if the last run succeeded. */
  lastError: z.string(),
  lastErrorCoded: codedSchema.optional(),
  nextAt: z.int(),
})
export type JobState = z.output<typeof JobState>

/** A long-running operation that a user started. */
export const WorkState = z.object({
  id: z.int(),
  /** The endpoint's path as written in the contract. */
  path: z.string(),
  /** The path's parameter: a version, a file. */
  what: z.string(),
  actor: z.string(),
  startedAt: z.int(),
  /** 0 while it is running. */
  endedAt: z.int(),
  error: z.string(),
  errorCoded: codedSchema.optional(),
  /** Progress, if known. */
  percent: z.number().optional(),
  message: z.string().optional(),
  messageCoded: codedSchema.optional(),
})
export type WorkState = z.output<typeof WorkState>

export const jobsApi = api(panelRoutes.jobs, {
  list: {
    summary: 'Background activity: periodic jobs, and long-running operations, newest first',
    reply: z.object({ jobs: z.array(JobState), work: z.array(WorkState) }),
  },
})
