import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

const routes = { ...panelRoutes.traffic, ...apiOnlyRoutes.traffic }

/** State of traffic metering, and confirmation of a clock jump. */
export const trafficApi = api(routes, {
  state: {
    summary: 'Last tick of the ledger, and whether a clock jump is holding back expiries',
    reply: z.object({
      lastTick: z.object({
        at: z.int().describe('unix milliseconds; 0 before the first'),
        tookMs: z.number(),
        moved: z.int().describe('names whose counters moved'),
      }),
      clock: z.object({ held: z.boolean(), jumpMs: z.int() }),
    }),
  },
  acceptClock: { summary: 'Accept the clock after a jump; pending expiries then take effect' },
})
