import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { CoreRelease } from './core-api.ts'
import { networkRoutes } from './routes/network.ts'
import { api } from './wire.ts'

const count = z.int().min(0)
const why = { reason: z.string(), reasonCoded: codedSchema.optional() }

/** `left`: not tried, because a node before it failed or an operator stopped the update. */
export const nodeCoreStates = ['waiting', 'running', 'done', 'failed', 'left'] as const

const UpdatedNode = z.object({
  id: z.int(),
  name: z.string(),
  from: z.string().describe('the version that it reported before'),
  state: z.enum(nodeCoreStates),
  ...why,
})
export type UpdatedNode = z.output<typeof UpdatedNode>

export const NodeCores = z.object({
  id: z.int(),
  version: z.string(),
  cause: z.enum(['operator', 'window']).describe('window: the nodes follow the version of this panel'),
  beganAt: count,
  endedAt: count.describe('0 while it runs'),
  stopping: z.boolean().describe('the node whose turn it is, is the last one'),
  nodes: z.array(UpdatedNode),
})
export type NodeCores = z.output<typeof NodeCores>

/** A known change of the core that inbounds on a node meet. */
const NodeLoss = z.object({
  text: z.string(),
  coded: codedSchema,
  blocks: z.boolean().describe('clients that connect today could not any more'),
  clients: count.describe('enabled clients that it is about'),
})
export type NodeLoss = z.output<typeof NodeLoss>

export const CoreNotes = z.object({
  id: z.int(),
  version: z.string().describe('of its core, as it reports it'),
  isTooOld: z.boolean().describe('older than what this panel supports'),
  losses: z.array(NodeLoss),
})
export type CoreNotes = z.output<typeof CoreNotes>

const { asset, sha256 } = CoreRelease.shape
export const PlannedNode = z.object({
  id: z.int(),
  name: z.string(),
  from: z.string(),
  state: z.enum(['ready', 'there', 'unable']).describe('there: it has this version already'),
  ...why,
  asset: asset.describe('the archive that it would fetch'),
  sha256: sha256.describe('of that archive, as the node knows or reads it'),
  known: z.boolean().describe('built into the panel of the node: nobody has to compare it'),
  losses: z
    .array(NodeLoss)
    .describe('what the inbounds placed there, and their clients, would lose; by the apps seen here'),
})
export type PlannedNode = z.output<typeof PlannedNode>

/** The core of nodes, updated from here. */
export const nodeCoresApi = api(networkRoutes.nodeCores, {
  state: {
    summary: 'The last update of the core on nodes, or the one that runs; null if there was none',
    reply: NodeCores.nullable(),
  },
  now: {
    summary: 'Nodes whose core is too old, or on whose inbounds some apps are known to fail',
    reply: z.array(CoreNotes),
  },
  plan: {
    summary: 'What each node would fetch for this version of the core, or why it cannot; nothing is changed',
    reply: z.array(PlannedNode),
  },
  start: {
    summary:
      'Update the core of these nodes one after the other; each tries the version first, and the first failure ends it. `sha256`: the archives that were compared in the plan',
    body: z.object({
      version: z.string().max(40),
      ids: z.array(z.int()).min(1).max(1_000),
      sha256: z
        .array(z.string().regex(/^[0-9a-f]{64}$/))
        .max(100)
        .default([]),
      force: z
        .boolean()
        .default(false)
        .describe('also nodes where clients would lose an entry; what a node finds itself is not overruled'),
    }),
    reply: NodeCores,
    says: 'The nodes are being updated.',
  },
  stop: {
    summary: 'End the update after the node whose turn it is',
    reply: NodeCores.nullable(),
    says: 'The update ends after this node.',
  },
})
