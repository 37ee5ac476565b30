import { z } from 'zod'
import { quotaOwners, quotaPlaces, quotaResets } from './quota-terms.ts'
import { clientsRoutes } from './routes/clients.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

/** A quota that counts for a client now. */
export const ClientQuota = z.object({
  target: z.string().describe('names it in a reset, such as `inbound:12`, `node:0` or `label:premium`'),
  on: z.enum(quotaPlaces),
  inboundId: z.int().optional(),
  nodeId: z.int().optional().describe('0: this server'),
  label: z.string().optional(),
  name: z.string().describe('of the inbound, the node or the label; blank: this server'),
  bytes: z.int(),
  used: z.int().describe('as it counts: after multipliers'),
  by: z.enum(quotaOwners).describe('who set it'),
  reset: z.enum(quotaResets),
  ends: z.int().describe('when it begins anew by its own schedule, unix milliseconds; 0: it has none'),
  spent: z.boolean().describe('used up: its inbounds are closed for the client'),
  closed: z.array(z.int()).describe('ids of the inbounds of the client that it closes now'),
})
export type ClientQuota = z.output<typeof ClientQuota>

export const quotasApi = api(clientsRoutes.quotas, {
  ofClient: {
    summary: 'The quotas that count for a client on inbounds, nodes and labels, and what is used of them',
    reply: z.array(ClientQuota),
  },
  reset: {
    summary: 'Let quotas of a client begin anew: the one with this target, or all of them without it',
    body: absentIfNull(z.object({ target: z.string().max(300).optional() })),
    reply: z.array(ClientQuota),
    says: 'The quota has been reset.',
  },
})
