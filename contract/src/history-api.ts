import { z } from 'zod'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

/** A node is named by its id; `all` has the one name `clients`: the traffic of all clients together. */
export const HISTORY_KINDS = ['client', 'inbound', 'outbound', 'node', 'all'] as const
export const HISTORY_STEPS = ['5m', '1h', '1d'] as const

const moment = z.coerce.number().int().min(0).max(100_000_000_000)

export const TrafficPoint = z.object({
  t: z.int().describe('start of the bucket, unix seconds'),
  up: z.int().describe('bytes'),
  down: z.int().describe('bytes'),
})

export const historyApi = api(clientsRoutes.history, {
  traffic: {
    summary:
      'Traffic history of a client, an inbound, an outbound, a node (by id) or all/clients: 5 minutes for 48 hours, hours for 90 days, days for 2 years',
    query: z.object({
      from: moment
        .optional()
        .describe('unix seconds; default: a day, a week or a month before `to`, depending on the step'),
      to: moment.optional().describe('unix seconds; default: now. Buckets at both ends are returned whole'),
      step: z
        .enum(HISTORY_STEPS)
        .optional()
        .describe('default: the finest step that reaches back far enough'),
    }),
    reply: z.object({
      step: z.enum(HISTORY_STEPS),
      points: z.array(TrafficPoint).describe('oldest first; buckets without traffic are omitted'),
    }),
  },
})
