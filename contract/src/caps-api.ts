import { z } from 'zod'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

/** What can have a monthly cap: this server (id 0), a node, or one inbound. */
export const capKinds = ['server', 'node', 'inbound'] as const
export type CapKind = (typeof capKinds)[number]
/** How hosters count: both directions, one of them, or the larger one. */
export const capCounts = ['both', 'download', 'upload', 'larger'] as const
export type CapCounts = (typeof capCounts)[number]
/** What happens once the cap is used up. */
export const capEnds = ['nothing', 'hide', 'stop'] as const
export type CapEnd = (typeof capEnds)[number]
/** `none`: there is no cap. */
export const capStages = ['none', 'below', 'near', 'reached'] as const
export type CapStage = (typeof capStages)[number]

/** Why an inbound is left out of subscriptions or closed until its cap begins anew. */
export const CapHold = z.object({
  does: z.enum(['hide', 'stop']),
  by: z.enum(capKinds).describe('whose cap is used up'),
  until: z.int().describe('unix milliseconds'),
})
export type CapHold = z.output<typeof CapHold>

const words = {
  capBytes: 'bytes per month; 0: no cap',
  resetDay:
    "1 to 31: the day on which the month begins, in the panel's time zone; short months end on their last day",
  warnPercent: 'warn at this share of the cap; 0: no warning',
  costMonth: 'what the server costs per month; 0: nothing noted. Not for an inbound',
  costTb: 'what a terabyte (10^12 bytes) costs; 0: nothing noted. Not for an inbound',
}
const terms = {
  capBytes: z.number().describe(words.capBytes),
  resetDay: z.number().describe(words.resetDay),
  counts: z.enum(capCounts),
  warnPercent: z.number().describe(words.warnPercent),
  atEnd: z
    .enum(capEnds)
    .describe('hide: left out of subscriptions; stop: closed until the next month. For all inbounds there'),
  costMonth: z.number().describe(words.costMonth),
  costTb: z.number().describe(words.costTb),
}
export const CapTerms = z.object(terms)
export type CapTerms = z.output<typeof CapTerms>

export const CapTermsInput = z.object({
  capBytes: terms.capBytes.default(0),
  resetDay: terms.resetDay.default(1),
  counts: terms.counts.default('both'),
  warnPercent: terms.warnPercent.default(80),
  atEnd: terms.atEnd.default('nothing'),
  costMonth: terms.costMonth.default(0),
  costTb: terms.costTb.default(0),
})

export const CapView = z.object({
  kind: z.enum(capKinds),
  id: z.int(),
  name: z.string().describe('blank: this server'),
  ...terms,
  from: z.int().describe('when this month of the cap began, unix milliseconds'),
  until: z.int().describe('when the next one begins'),
  up: z.int().describe('real bytes since then'),
  down: z.int(),
  used: z.int().describe('of these, what counts'),
  stage: z.enum(capStages),
})
export type CapView = z.output<typeof CapView>

const CapPreview = z.object({
  ...CapView.shape,
  inbounds: z.int().describe('enabled inbounds that would be hidden or closed at the end'),
  clients: z.int().describe('clients that have one of these'),
  alone: z.int().describe('of these, clients that have no other enabled inbound'),
  closes: z.boolean().describe('it would take effect at once'),
})
export type CapPreview = z.output<typeof CapPreview>

const days = {
  range: z.enum(['today', 'yesterday', '7d', '30d', 'month', 'lastMonth']).default('month'),
  from: z.string().max(40).optional().describe('first day, YYYY-MM-DD; with `to` instead of `range`'),
  to: z.string().max(40).optional().describe('last day, included'),
}
const period = {
  zone: z.string(),
  from: z.string().describe('first day'),
  to: z.string().describe('last day'),
  currency: z.string().describe('as it is noted in the settings'),
}

export const ServerCost = z.object({
  id: z.int().describe('of the node; 0: this server'),
  name: z.string().describe('blank: this server'),
  costMonth: z.number(),
  costTb: z.number(),
  bytes: z.int().describe('all that passed in the period'),
  cost: z.number().describe('of the period: its days of the month price, and its bytes'),
  clients: z.int().describe('clients that used it, as far as they are counted'),
  perClient: z.number().nullable().describe('null: nobody used it, or nothing is counted yet'),
  countedBytes: z.int().describe('of the bytes, those that are known by client'),
  countedSince: z.int().describe('since when bytes are counted by client, unix milliseconds; 0: not'),
})
export type ServerCost = z.output<typeof ServerCost>

export const ClientCost = z.object({
  email: z.string().describe('blank: clients that were deleted'),
  bytes: z.int(),
  cost: z.number(),
})
export type ClientCost = z.output<typeof ClientCost>

export const capsApi = api(clientsRoutes.caps, {
  list: {
    summary: 'Monthly caps: this server, every node, and the inbounds that have one',
    reply: z.array(CapView),
  },
  get: { summary: 'The cap and the cost of one of them', reply: CapView },
  preview: {
    summary: 'What a cap would do now, and to how many clients. Nothing is stored',
    body: CapTermsInput,
    reply: CapPreview,
  },
  save: {
    summary: 'Save the cap and the cost. What is reached or no longer reached takes effect at once',
    body: CapTermsInput,
    reply: CapView,
    says: 'The cap has been saved.',
  },
  costs: {
    summary: 'What each server cost in a period, and per client',
    query: z.object(days),
    reply: z.object({ ...period, items: z.array(ServerCost) }),
  },
  clientCosts: {
    summary: "Each client's share of the cost of the servers, by its share of their bytes; the dearest first",
    query: z.object({
      ...days,
      server: z.coerce.number().int().min(0).optional().describe('node id, 0 is this server; all if absent'),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      ...period,
      items: z.array(ClientCost),
      count: z.int(),
      total: z.object({ bytes: z.int(), cost: z.number() }),
    }),
  },
})
