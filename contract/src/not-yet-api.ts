import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { api } from './wire.ts'

/**
 * Routes of missing features. Published clients call them, so they return the empty form of their reply or an error
 * message (R49). Each moves to its own room once the feature exists.
 */
export const notYetApi = api(apiOnlyRoutes.notYet, {
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
