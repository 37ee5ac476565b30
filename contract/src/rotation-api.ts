import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { networkRoutes } from './routes/network.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

/** What of an inbound can rotate: its port, its advertised address, the server names and short ids of Reality. */
export const rotationKinds = ['port', 'address', 'sni', 'shortId'] as const
export type RotationKind = (typeof rotationKinds)[number]

/** What began a rotation: an operator, its schedule, or the checks as a client. */
export const rotationCauses = ['hand', 'plan', 'verdict'] as const
/** What ended it: enough clients have fetched the new values, the old ones are blocked, an operator, or it was undone. */
export const rotationEnds = ['fetched', 'verdict', 'hand', 'undone'] as const

const mostValues = 100
const pool = z.array(z.string().max(255)).max(mostValues)

export const RotationRules = z.object({
  /** In the order in which they are used; a blank pool does not rotate. */
  pools: z.object({ port: pool, address: pool, sni: pool, shortId: pool }),
  /** 0: not by a schedule. */
  everyDays: z.int().min(0).max(3_650),
  /** Begins, and ends at once, when the checks as a client fail twice in a row. */
  onVerdict: z.boolean(),
  /** Of the active clients: so many must have fetched the new values before the old ones are retired. */
  percent: z.int().min(1).max(100),
})
export type RotationRules = z.output<typeof RotationRules>

const kind = z.enum(rotationKinds)
/** A blank list of addresses is the inbound's own address. */
const RotationChange = z.object({ kind, from: z.array(z.string()), to: z.array(z.string()) })
export type RotationChange = z.output<typeof RotationChange>

const Progress = z.object({
  /** Clients of the inbound in service that connected or fetched within 30 days. */
  active: z.int(),
  /** Of these, those that have fetched a subscription since the rotation began. */
  fetched: z.int(),
  /** Of these, those that have fetched none within 30 days: they may have only a link. */
  linkOnly: z.int(),
})
export type RotationProgress = z.output<typeof Progress>

const Rotation = z.object({
  id: z.int(),
  cause: z.enum(rotationCauses),
  changes: z.array(RotationChange),
  beganAt: z.int(),
  /** 0: it is running. */
  endedAt: z.int(),
  endedBy: z.enum([...rotationEnds, '']),
  /** At its end. */
  active: z.int(),
  fetched: z.int(),
})
export type Rotation = z.output<typeof Rotation>

export const RotationState = z.object({
  rules: RotationRules,
  /** Kinds that do not rotate here, and why. */
  cannot: z.array(z.object({ kind, reason: z.string(), reasonCoded: codedSchema })),
  /** What links have now. */
  served: z.array(z.object({ kind, values: z.array(z.string()) })),
  running: Rotation.nullable(),
  progress: Progress,
  /** The next planned one; 0: none. */
  nextAt: z.int(),
  /** Why the last one by schedule or verdict could not begin; blank if it did. */
  problem: z.string(),
  problemCoded: codedSchema.nullable(),
  /** Those that have ended, the newest first. */
  history: z.array(Rotation),
})
export type RotationState = z.output<typeof RotationState>

export const RotationPreview = z.object({
  changes: z.array(RotationChange),
  progress: Progress,
  /** Online clients that have to connect again, when it begins and when it ends: their transport ends with its listener. */
  reconnects: z.int(),
  /** Why it could not begin, by the panel or the core; absent: it could. */
  refusal: z.string().optional(),
  refusalCoded: codedSchema.optional(),
})
export type RotationPreview = z.output<typeof RotationPreview>

const { everyDays, onVerdict, percent } = RotationRules.shape
const blank = pool.default([])
const RotationRulesInput = z.object({
  pools: z.object({ port: blank, address: blank, sni: blank, shortId: blank }),
  everyDays: everyDays.default(0),
  onVerdict: onVerdict.default(false),
  percent: percent.default(90),
})

const which = z.preprocess(
  (sent) => sent ?? {},
  absentIfNull(z.object({ kinds: z.array(kind).min(1).max(rotationKinds.length).optional() })),
)

export const rotationApi = api(networkRoutes.rotation, {
  state: {
    summary: 'What of an inbound rotates, by which rules, how far it is, and what was before',
    reply: RotationState,
  },
  save: {
    summary: 'Save the pools and rules by which an inbound rotates',
    body: RotationRulesInput,
    reply: RotationState,
    says: 'The rotation has been saved.',
  },
  preview: {
    summary:
      'What a rotation would change and how many clients have to fetch it; `kinds`: only these. Nothing is stored',
    body: which,
    reply: RotationPreview,
  },
  start: {
    summary: 'Put the next values into service beside the old ones; `kinds`: only these',
    body: which,
    reply: RotationState,
    says: 'The new values are in service beside the old ones.',
  },
  retire: {
    summary: 'Take the old values out of service now',
    reply: RotationState,
    says: 'The old values have been retired.',
  },
  undo: {
    summary:
      'Put the old values back. While they are served, the new port and address end at once; after that, the old ones are put into service again beside the new ones',
    reply: RotationState,
    says: 'The old values are back in service.',
  },
})
