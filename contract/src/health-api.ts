import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

/** From good to bad. `note`: works, but could be better or cannot be known. */
export const healthStates = ['ok', 'note', 'warn', 'bad'] as const
export type HealthState = (typeof healthStates)[number]

/** What the operator can do about a check: open a page of the web app, or type a command. */
export const HealthAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), to: z.string().describe('address below the base path') }),
  z.object({ kind: z.literal('command'), command: z.string() }),
])
export type HealthAction = z.output<typeof HealthAction>

export const HealthCheck = z.object({
  id: z.string().describe('stable: a script may look for it'),
  state: z.enum(healthStates),
  sentence: z.string(),
  sentenceCoded: codedSchema,
  action: HealthAction.optional(),
})
export type HealthCheck = z.output<typeof HealthCheck>

export const HealthReport = z.object({
  /** Milliseconds. */
  at: z.int(),
  tookMs: z.int(),
  worst: z.enum(healthStates),
  /** False: read from the files of a panel that does not run. */
  isRunning: z.boolean(),
  /** The worst first. */
  checks: z.array(HealthCheck),
})
export type HealthReport = z.output<typeof HealthReport>

export const healthApi = api(panelRoutes.health, {
  doctor: {
    summary: 'Check ports, names, certificates, clock, disk, core, database, permissions and backups',
    reply: HealthReport,
  },
  downloadLog: {
    summary: "The panel's log files, the oldest line first",
    reply: z.string(),
    download: 'text/plain; charset=utf-8',
  },
})
