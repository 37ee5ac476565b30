import { z } from 'zod'

/**
 * Why a client has its speed: where the limit is set, or why the client is slow. `inbounds`: it differs from one
 * inbound to another. Blank: there is no limit.
 */
export const SpeedReason = z.enum([
  '',
  'client',
  'group',
  'plan',
  'inbound',
  'inbounds',
  'ended',
  'day',
  'ip',
])
export type SpeedReason = z.infer<typeof SpeedReason>

export const SpeedNow = z.object({
  speed: z.int().meta({ description: 'Bits per second; 0: no limit, or another one in each inbound' }),
  reason: SpeedReason,
})
export type SpeedNow = z.infer<typeof SpeedNow>

/** What counts for a client now, with its group, plan and inbounds. */
export const Terms = z.object({
  down: SpeedNow,
  up: SpeedNow,
  endSpeed: z.int().meta({ description: 'Bits per second after its quota or end; 0: it is cut off' }),
  fairUse: z.int().meta({ description: 'Bytes per day at full speed; 0: no such limit' }),
  fairUseSpeed: z.int().meta({ description: 'Bits per second for the rest of that day' }),
})
export type Terms = z.infer<typeof Terms>
