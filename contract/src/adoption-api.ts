import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { absentIfNull } from './tolerant.ts'

/**
 * `adopt`: becomes an inbound or a client of this panel. `attach`: this panel has the client already, and it is
 * attached to the adopted inbounds. `conflict`: it cannot be adopted, and the reason says what to change. `leave`: it
 * is left alone.
 */
const why = {
  reason: z.string().describe('why it does not come; blank if it does'),
  reasonCoded: codedSchema.optional(),
}

export const AdoptionView = z.object({
  inbounds: z.array(
    z.object({
      tag: z.string().describe('on the node'),
      remark: z.string(),
      protocol: z.string(),
      port: z.int(),
      clients: z.int().describe('how many clients are on it'),
      do: z.enum(['adopt', 'conflict', 'leave']),
      ...why,
    }),
  ),
  clients: z.array(
    z.object({
      email: z.string(),
      tags: z.array(z.string()).describe('its inbounds on the node'),
      do: z.enum(['adopt', 'attach', 'conflict', 'leave']),
      changes: z
        .array(z.string())
        .describe(
          'fields of a client that is attached: the node has them otherwise and gets those of this panel',
        ),
      ...why,
    }),
  ),
})
export type AdoptionView = z.infer<typeof AdoptionView>

/** Without tags or emails: everything that can be adopted. Clients that are not named stay unmanaged. */
export const AdoptionChoice = absentIfNull(
  z.object({
    tags: z.array(z.string()).max(10_000).optional(),
    emails: z.array(z.string()).max(200_000).optional(),
  }),
)
export type AdoptionChoice = z.output<typeof AdoptionChoice>

export const Adopted = z.object({
  inbounds: z.int(),
  clients: z.int(),
  attached: z.int(),
  skipped: z.array(
    z.object({
      kind: z.enum(['inbound', 'client']),
      name: z.string(),
      reason: z.string(),
      reasonCoded: codedSchema,
    }),
  ),
})
export type Adopted = z.infer<typeof Adopted>

export const leaveChoices = ['keep', 'remove'] as const
export type Leaving = (typeof leaveChoices)[number]

export const LeaveChoice = absentIfNull(
  z.object({ leave: z.string().optional().describe(leaveChoices.join(', ')) }),
)
