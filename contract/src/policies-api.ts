import { z } from 'zod'
import { appliedFields } from './clients/fields.ts'
import { Ending, IpCount } from './limits.ts'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

const value = z.union([z.int(), z.string(), z.boolean()])
export const PlanChange = z.object({ field: z.enum(appliedFields), from: value, to: value })
export type PlanChange = z.infer<typeof PlanChange>

export const PlanPreview = z.object({
  /** How many clients have the plan, and how many of them would change. */
  clients: z.int(),
  changed: z.int(),
  /** How many clients each change concerns; the most frequent first. */
  fields: z.array(PlanChange.extend({ clients: z.int() })),
  examples: z.array(z.object({ email: z.string(), changes: z.array(PlanChange) })),
  /** Stands for exactly this difference. */
  version: z.string(),
})
export type PlanPreview = z.infer<typeof PlanPreview>

/** An address or network that an IP limit refused, or for which the client was slowed down. */
export const IpRefusal = z.object({
  at: z.int().meta({ description: 'Unix milliseconds' }),
  place: z.string().meta({ description: 'The address or network' }),
  act: Ending.meta({ description: 'cut: it was refused; slow: the client was slowed down' }),
  counted: IpCount,
  limit: z.int(),
})
export type IpRefusal = z.infer<typeof IpRefusal>

export const policiesApi = api(clientsRoutes.policies, {
  previewPlan: {
    summary: 'What would change for everybody who has a plan, if it were applied again',
    reply: PlanPreview,
  },
  applyPlan: {
    summary: 'Apply a plan again to everybody who has it; version is that of the preview',
    body: z.object({ version: z.string().min(1).max(128) }),
    reply: z.object({ changed: z.int() }),
    says: 'The plan has been applied.',
  },
  planMembers: {
    summary: 'How many clients have each plan; plans that nobody has are left out',
    reply: z.array(z.object({ id: z.int(), clients: z.int() })),
  },
  refusals: { summary: 'What the IP limit of a client refused, newest first', reply: z.array(IpRefusal) },
})
