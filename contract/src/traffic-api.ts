import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/traffic'

/** How the metering fares, and the one question that it may have. */
export const trafficApi = {
  state: endpoint({
    method: 'GET',
    path: `${root}/state`,
    summary: 'The last tick of the ledger, and whether a clock that jumped holds back what time would end',
    reply: z.object({
      lastTick: z.object({
        at: z.int().describe('unix milliseconds; 0 before the first'),
        tookMs: z.number(),
        moved: z.int().describe('names whose counters moved'),
      }),
      clock: z.object({ held: z.boolean(), jumpMs: z.int() }),
    }),
  }),
  acceptClock: endpoint({
    method: 'POST',
    path: `${root}/acceptClock`,
    summary: 'The time that the clock shows since it jumped is right: whoever it ends, it ends',
    reply: nothing,
  }),
}
