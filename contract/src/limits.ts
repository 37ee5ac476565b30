import { z } from 'zod'
import { endings, groupFields, inheritedFields, ipCounts, slowReasons } from './clients/fields.ts'
import { answers, inputs } from './clients/schemas.ts'
import { namedShape } from './follow.ts'

export const Ending = z.enum(endings)
export type Ending = z.infer<typeof Ending>

export const IpCount = z.enum(ipCounts)
export type IpCount = z.infer<typeof IpCount>

export const Slowed = z.enum(slowReasons)
export type Slowed = z.infer<typeof Slowed>

/**
 * Limits of a client, a group or a plan. One that is not set has the value of the group, the plan or the inbound, in
 * this order.
 */
export const Limits = z.object(answers(inheritedFields))
export type Limits = z.infer<typeof Limits>

/** What a group gives to its members. */
export const GroupInput = z.object({
  name: z.string().min(1).max(254),
  ...inputs(groupFields),
  followInbounds: namedShape.followInbounds.optional(),
  inboundIds: namedShape.inboundIds.optional(),
  labels: namedShape.labels.optional(),
})
export type GroupInput = z.output<typeof GroupInput>

export const Group = z.object({
  name: z.string(),
  clientCount: z.int(),
  ...answers(groupFields),
  /** The inbounds that its members get and lose. */
  ...namedShape,
  /** What the members' counters sum up to; 0 without a shared quota. */
  used: z.int(),
  /** The shared quota is used up or the end is reached: all members have ended. */
  ended: z.boolean(),
})
export type Group = z.infer<typeof Group>
