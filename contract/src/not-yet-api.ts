import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { api, nothing } from './wire.ts'

/**
 * Routes of missing features. Published clients call them, so they return the empty form of their reply or an error
 * message (R49). Each moves to its own room once the feature exists.
 */
export const notYetApi = api(apiOnlyRoutes.notYet, {
  panelUpdateInfo: {
    summary: 'Panel version; the panel does not look for updates, so `latest` is blank',
    reply: z.object({ currentVersion: z.string(), latestVersion: z.string(), updateAvailable: z.boolean() }),
  },
  updateStatus: {
    summary: 'Progress of a panel update: there is never one',
    reply: z.object({ runId: z.string(), state: z.string(), exitCode: z.int(), finishedAt: z.int() }),
  },
  updatePanel: {
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  },
  setUpdateChannel: {
    summary: 'Not supported: the panel does not update itself',
    reply: nothing,
  },
  fail2banStatus: {
    summary: 'Whether IP limits are enforced by fail2ban: never',
    reply: z.object({
      enabled: z.boolean(),
      installed: z.boolean(),
      usable: z.boolean(),
      windows: z.boolean(),
    }),
  },
})
