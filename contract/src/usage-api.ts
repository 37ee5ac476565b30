import { z } from 'zod'
import { Inbound } from './inbound.ts'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

/** `clientInbound`: a client on an inbound, or on a node that does not say on which. */
export const USAGE_BY = ['day', 'client', 'group', 'inbound', 'node', 'clientInbound'] as const
export type UsageBy = (typeof USAGE_BY)[number]
export const USAGE_RANGES = ['today', 'yesterday', '7d', '30d', 'month', 'lastMonth'] as const
export const USAGE_SORTS = ['total', 'down', 'up', 'name'] as const

/** YYYY-MM-DD; `domain/traffic/days.ts` says what is wrong with another text. */
const day = z.string().max(40)
const text = z.string().max(300)
const bytes = z.int().describe('bytes')
const amounts = { up: bytes, down: bytes }

export const UsageQuery = z.object({
  by: z.enum(USAGE_BY).default('client'),
  range: z.enum(USAGE_RANGES).default('today').describe("days of the panel's time zone"),
  from: day.optional().describe('first day, YYYY-MM-DD; with `to` instead of `range`'),
  to: day.optional().describe('last day, included'),
  days: z.stringbool().optional().describe('a row for each day; for by=inbound, node and clientInbound'),
  client: text.optional().describe('only this client; for `by=day` and `by=clientInbound`'),
  group: text.optional().describe('only members of this group; blank: clients without one'),
  inbound: text
    .optional()
    .describe(
      'tag: by=client lists the clients of this inbound, with all their traffic, by=clientInbound what they used there',
    ),
  node: text
    .optional()
    .describe(
      'node id, 0 is this server: by=client lists the clients of its inbounds, by=clientInbound what they used there',
    ),
  sort: z.enum(USAGE_SORTS).default('total'),
  order: z.enum(['ascend', 'descend']).default('descend'),
})
export type UsageQuery = z.output<typeof UsageQuery>

export const UsageRow = z.object({
  key: z.string().describe('day, email, group, tag or node id; blank: clients that were deleted'),
  name: z.string().describe('the same for people; blank: clients without a group, or this server'),
  group: z.string().optional().describe('of a client'),
  id: z.int().optional().describe('of an inbound that still exists'),
  day: z.string().optional().describe('of a row for each day, YYYY-MM-DD'),
  place: z
    .object({
      name: z.string().describe('of the inbound, or of the node that does not say on which inbound'),
      inbound: z.string().optional().describe('tag'),
      node: z.int().optional(),
    })
    .optional()
    .describe('of a client on an inbound'),
  ...amounts,
  counted: bytes.optional().describe('how many of these bytes were counted by client and inbound'),
  charged: bytes.optional().describe('what those count against quotas'),
})
export type UsageRow = z.output<typeof UsageRow>

const Compared = z.object({ ...amounts, before: z.object(amounts) })
export const UsageSummary = z.object({
  zone: z.string().describe('time zone of the days'),
  day: z.string().describe('today, YYYY-MM-DD'),
  today: Compared.describe('before: yesterday until the same time'),
  yesterday: Compared.describe('before: the day before'),
  month: Compared.describe('before: last month until the same day and time'),
})
export type UsageSummary = z.output<typeof UsageSummary>

export const ClientInboundUsage = z.object({
  inboundId: z.int().describe('0: on a node that does not say on which inbound'),
  nodeId: z.int().optional(),
  up: bytes,
  down: bytes,
  charged: bytes.describe('as it counts against the quota'),
})
export type ClientInboundUsage = z.output<typeof ClientInboundUsage>

export const usageApi = api(clientsRoutes.usage, {
  list: {
    summary:
      'Traffic by day, client, group, inbound, node, or client and inbound over a range of days, sorted and paged',
    query: UsageQuery.extend({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      zone: z.string(),
      from: z.string().describe('first day'),
      to: z.string().describe('last day'),
      items: z.array(UsageRow),
      count: z.int().describe('rows on all pages'),
      total: z.object({ ...amounts, charged: bytes.optional().describe('of by=clientInbound') }),
    }),
  },
  export: {
    summary: 'The same as CSV, all rows; those of by=clientInbound in the order of the clients',
    query: UsageQuery,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  },
  summary: {
    summary: 'Client traffic of today, yesterday and this month, each compared with the time before',
    reply: UsageSummary,
  },
  online: {
    summary: 'How many clients are online on each inbound',
    reply: z.array(z.object({ id: z.int().describe('inbound id'), online: z.int() })),
  },
  ofClient: {
    summary:
      'What a client used on each inbound where it is counted apart: since its counters were last reset, or in these days',
    query: z.object({
      range: z.enum(USAGE_RANGES).optional(),
      from: day.optional().describe('first day, YYYY-MM-DD; with `to` instead of `range`'),
      to: day.optional().describe('last day, included'),
    }),
    reply: z.object({
      items: z.array(ClientInboundUsage),
      others: bytes.describe(
        'not counted apart: in days the bytes themselves, since the reset as they count against the quota',
      ),
    }),
  },
  inbounds: {
    summary: 'Inbounds without their clients: the size of the reply follows the inbounds only',
    reply: z.array(Inbound),
  },
})
