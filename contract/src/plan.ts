import { z } from 'zod'
import { planFields } from './clients/fields.ts'
import { planShape, withDefaults } from './clients/schemas.ts'
import { namedShape } from './follow.ts'
import { absentIfNull } from './tolerant.ts'

const count = z.int().min(0)

/** A preset for new and renewed clients: "gold" instead of four numbers. */
const fields = {
  name: z.string().trim().min(1).max(64),
  /** Bytes, as everywhere in the API (R22); 0 = unlimited. */
  totalGB: count,
  /** 0 = never expires. */
  days: count.max(36_500),
  /** The days start at first use, not at creation. */
  delayedStart: z.boolean(),
  limitIp: count.max(10_000),
  /** Auto-renew interval in days; 0 = off. */
  reset: count.max(36_500),
  group: z.string().max(255),
  /** Copied when the plan is used; with `followInbounds` every client that has the plan gets and loses them. */
  inboundIds: namedShape.inboundIds,
  followInbounds: namedShape.followInbounds,
  /** With `followInbounds`: also the inbounds that have one of these labels. */
  labels: namedShape.labels,
  /** The limits hold for every client that has the plan, where neither the client nor its group sets one. */
  ...planShape(planFields),
}

export const Plan = z.object({ id: z.int(), ...fields })
export type Plan = z.infer<typeof Plan>

/** Plans from before these fields have none. */
const laterFields = withDefaults(planFields, fields)
export const PlanLimits = z.object({
  ...laterFields,
  followInbounds: fields.followInbounds.default(false),
  labels: fields.labels.default([]),
})

export const PlanInput = absentIfNull(
  z.object({
    name: fields.name,
    totalGB: fields.totalGB.default(0),
    days: fields.days.default(0),
    delayedStart: fields.delayedStart.default(false),
    limitIp: fields.limitIp.default(0),
    reset: fields.reset.default(0),
    group: fields.group.default(''),
    inboundIds: fields.inboundIds.default([]),
    /** Absent: as before. */
    followInbounds: fields.followInbounds.optional(),
    labels: fields.labels.optional(),
    ...laterFields,
  }),
)
export type PlanInput = z.output<typeof PlanInput>
