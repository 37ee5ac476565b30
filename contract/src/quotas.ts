import { z } from 'zod'

/** What a quota of its own can be for: one inbound, all inbounds of a server, or all that have a label. */
export const quotaPlaces = ['inbound', 'node', 'label'] as const
export type QuotaPlace = (typeof quotaPlaces)[number]

/** When it begins anew: with the client's counters, by the calendar of the panel's time zone, or never by itself. */
export const quotaResets = ['client', 'day', 'week', 'month', 'never'] as const
export type QuotaReset = (typeof quotaResets)[number]

/** Who set a quota: the nearest one counts. */
export const quotaOwners = ['client', 'group', 'plan'] as const
export type QuotaOwner = (typeof quotaOwners)[number]

/** 90 TB: hundredths of its bytes are whole numbers that nothing rounds. */
export const mostQuotaBytes = 90 * 10 ** 12
/** Quotas that one client, group or plan may have. */
export const maxQuotas = 20

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
