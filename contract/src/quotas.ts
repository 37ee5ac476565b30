import { z } from 'zod'
import { type quotaOwners, type quotaPlaces, quotaResets } from './quota-terms.ts'

export type QuotaPlace = (typeof quotaPlaces)[number]
export type QuotaReset = (typeof quotaResets)[number]
export type QuotaOwner = (typeof quotaOwners)[number]

const amount = {
  bytes: z.int().describe('as they count: after multipliers'),
  reset: z.enum(quotaResets).describe('client: with the counters of the client'),
}

/** Who has used it up loses the inbounds that it is for, and keeps all others. */
export const Quota = z.discriminatedUnion('on', [
  z.object({ on: z.literal('inbound'), inboundId: z.int(), ...amount }),
  z.object({ on: z.literal('node'), nodeId: z.int().describe('0: this server'), ...amount }),
  z.object({ on: z.literal('label'), label: z.string().max(255).trim().toLowerCase(), ...amount }),
])
export type Quota = z.output<typeof Quota>

export const Quotas = z.array(Quota).max(1000)
