import { z } from 'zod'
import { Skipped } from './client-bodies.ts'
import { Named, namedShape } from './follow.ts'
import { clientsRoutes } from './routes/clients.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

const wished = {
  followInbounds: namedShape.followInbounds.default(true),
  inboundIds: namedShape.inboundIds.default([]),
  labels: namedShape.labels.default([]),
  /** What members have of these inbounds by hand follows from now on, too. */
  takeOver: z.boolean().default(false),
}
const ofPlan = z.object(wished)
const ofGroup = z.object({ name: z.string().min(1).max(254), ...wished })
const sure = {
  version: z.string().min(1).max(128),
  /** Members may be left without any inbound. */
  leaveNone: z.boolean().default(false),
}

export type FollowWish = z.output<typeof ofPlan>

export const FollowPreview = z.object({
  /** How many have the plan or are in the group, and how many of them would change. */
  clients: z.int(),
  changed: z.int(),
  /** Clients that would get, or lose, at least one inbound. */
  attached: z.int(),
  detached: z.int(),
  /** Clients that have some of these inbounds by hand: those stay when the inbound is no longer named. */
  byHand: z.int(),
  /** Clients that would be left without any inbound. */
  none: z.int(),
  noneExamples: z.array(z.string()),
  /** Clients for which an attachment cannot be made, and why: they go on without it. */
  refused: z.int(),
  refusedExamples: Skipped,
  /** How many clients each inbound gets and loses. */
  inbounds: z.array(z.object({ id: z.int(), attach: z.int(), detach: z.int() })),
  examples: z.array(z.object({ email: z.string(), attach: z.array(z.int()), detach: z.array(z.int()) })),
  /** Stands for exactly this difference. */
  version: z.string(),
})
export type FollowPreview = z.infer<typeof FollowPreview>

export const FollowDone = z.object({
  named: Named,
  changed: z.int(),
  attached: z.int(),
  detached: z.int(),
  /** Without an attachment that could not be made. */
  refused: Skipped.optional(),
  undo: z.int().optional(),
})
export type FollowDone = z.infer<typeof FollowDone>

/** `given`: by its group or plan. `added` and `removed`: by hand. `missing`: it could not be attached. */
export const origins = ['given', 'added', 'removed', 'missing'] as const

export const ClientOrigins = z.object({
  inbounds: z.array(
    z.object({
      id: z.int(),
      origin: z.enum(origins),
      group: z.boolean().meta({ description: 'Its group names it' }),
      plan: z.boolean().meta({ description: 'Its plan names it' }),
    }),
  ),
  group: z.string(),
  /** The name of its plan. */
  plan: z.string(),
})
export type ClientOrigins = z.infer<typeof ClientOrigins>

const preview = 'which clients would be attached and detached if it named these inbounds and labels'
const save =
  'name these inbounds and labels, attach and detach the clients; version is that of the preview. Clients are left without any inbound only with leaveNone'
const says = 'The inbounds have been saved, and the clients follow them.'

export const followApi = api(clientsRoutes.follow, {
  previewPlan: { summary: `Plan: ${preview}`, body: absentIfNull(ofPlan), reply: FollowPreview },
  savePlan: {
    summary: `Plan: ${save}`,
    body: absentIfNull(ofPlan.extend(sure)),
    reply: FollowDone,
    says,
  },
  previewGroup: { summary: `Group: ${preview}`, body: absentIfNull(ofGroup), reply: FollowPreview },
  saveGroup: {
    summary: `Group: ${save}`,
    body: absentIfNull(ofGroup.extend(sure)),
    reply: FollowDone,
    says,
  },
  ofClient: { summary: 'Why a client has each of its inbounds', reply: ClientOrigins },
})
