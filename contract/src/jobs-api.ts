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

/** A process of this panel: several can run on one PostgreSQL, and one of them leads. */
export const InstanceState = z.object({
  id: z.string(),
  /** The machine. */
  name: z.string(),
  version: z.string(),
  startedAt: z.int(),
  /** It does what must be done once: resets, nodes, backups, notices. */
  leads: z.boolean(),
  /** The instance that answered this request. */
  self: z.boolean(),
})
export type InstanceState = z.output<typeof InstanceState>

export const jobsApi = api(panelRoutes.jobs, {
  list: {
    summary:
      'Background activity: periodic jobs, long-running operations, newest first, and the running processes',
    reply: z.object({
      jobs: z.array(JobState),
      work: z.array(WorkState),
      instances: z.array(InstanceState),
    }),
  },
})
