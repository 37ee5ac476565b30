import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { formSwitch } from './tolerant.ts'
import { UpdatePlan, UpdateState, updateChannels } from './updates.ts'
import { api } from './wire.ts'

/** Update of the panel itself. */
export const updatesApi = api(
  { ...panelRoutes.updates, ...apiOnlyRoutes.updates },
  {
    state: {
      summary: 'This version, the newest one as of the last look, and the last update',
      reply: UpdateState,
    },
    check: {
      summary: 'Look at the release list now',
      reply: UpdateState,
    },
    plan: {
      summary: 'What an update would do: changes, tables, core; null if there is nothing newer',
      query: z.object({ version: z.string().max(64).optional() }),
      reply: UpdatePlan.nullable(),
    },
    start: {
      summary: 'Update the panel to the newest release, or to the one that is named',
      body: z.object({ version: z.string().max(64).optional() }),
      reply: z.object({ runId: z.string() }),
      says: 'Panel update started',
    },
    setChannel: {
      summary: 'Choose which releases are offered: `channel` is stable or dev; `dev: true` means the same',
      body: z.object({ channel: z.enum(updateChannels).optional(), dev: formSwitch.optional() }),
    },
    info: {
      summary: 'This version and the newest one; looks at the release list if one is configured',
      reply: z.object({
        currentVersion: z.string(),
        latestVersion: z.string(),
        updateAvailable: z.boolean(),
      }),
    },
    status: {
      summary: 'Progress of the last update: `state` is idle, running, done or failed',
      reply: z.object({ runId: z.string(), state: z.string(), exitCode: z.int(), finishedAt: z.int() }),
    },
  },
)
