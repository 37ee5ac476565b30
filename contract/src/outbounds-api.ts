import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { Block } from './inbound.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { absentIfNull, formSwitch, formWhole, whole } from './tolerant.ts'
import { api, jsonish } from './wire.ts'

export const OutboundTraffic = z.object({
  id: z.int(),
  tag: z.string(),
  up: z.int(),
  down: z.int(),
  total: z.int(),
})
export type OutboundTraffic = z.output<typeof OutboundTraffic>

const shortText = z.string().max(500).optional()

/** The fields that the actions of WARP read. Without keys `reg` makes a new pair. */
export const WarpBody = z.object({ privateKey: shortText, publicKey: shortText, license: shortText })
export type WarpBody = z.infer<typeof WarpBody>

/** The fields that the actions of NordVPN read. */
export const NordBody = z.object({
  countryId: formWhole.transform(String).optional(),
  token: shortText,
  key: shortText,
  hostname: shortText,
  station: shortText,
  publicKey: shortText,
})
export type NordBody = z.infer<typeof NordBody>

/** Limit per call: each test is a request through a core on this machine. */
export const mostTests = 50

export const TestResult = z.object({
  success: z.boolean(),
  /** Milliseconds; 0 if nothing was measured. */
  delay: z.int(),
  error: z.string().optional(),
  errorCoded: codedSchema.optional(),
  statusCode: z.int().optional(),
  mode: z.enum(['tcp', 'udp', 'http', 'real']).optional(),
  dnsMs: z.int().optional(),
  connectMs: z.int().optional(),
  tlsMs: z.int().optional(),
  ttfbMs: z.int().optional(),
  endpoints: z
    .array(
      z.object({
        address: z.string(),
        success: z.boolean(),
        delay: z.int(),
        error: z.string().optional(),
        errorCoded: codedSchema.optional(),
      }),
    )
    .optional(),
  /** Set if several are tested at once. */
  tag: z.string().optional(),
})
export type TestResult = z.output<typeof TestResult>

const outbound = jsonish(Block)
const outbounds = jsonish(z.array(Block).max(5_000))
/** "tcp" dials, "real" measures a cold request, anything else a warm one. */
const mode = z.string().optional()

export const BalancerStatus = z.object({
  tag: z.string(),
  running: z.boolean(),
  /** The outbound that an operator forced; blank if the strategy chooses. */
  override: z.string(),
  selected: z.array(z.string()),
})
export type BalancerStatus = z.output<typeof BalancerStatus>

/** A list, or comma-separated text. */
const tags = z
  .preprocess((v) => (typeof v === 'string' ? v.split(',') : v), z.array(z.string()).max(1_000))
  .optional()

export const RouteQuestion = absentIfNull(
  z.object({
    domain: z.string().optional(),
    ip: z.string().optional(),
    port: formWhole.optional(),
    network: z.string().optional(),
    inboundTag: z.string().optional(),
    protocol: z.string().optional(),
    email: z.string().optional(),
  }),
)
export type RouteQuestion = z.output<typeof RouteQuestion>

export const RouteAnswer = z.object({
  /** False if no rule matches: the first outbound is used. */
  matched: z.boolean(),
  outboundTag: z.string(),
  groupTags: z.array(z.string()).optional(),
  rules: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .meta({ description: 'The rule that matched; several if it cannot be told which of them did' }),
})
export type RouteAnswer = z.output<typeof RouteAnswer>

export const OutboundSub = z.object({
  id: whole,
  remark: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  allowPrivate: z.boolean(),
  allowInsecure: z.boolean(),
  tagPrefix: z.string(),
  updateInterval: whole.describe('Seconds between refreshes'),
  priority: whole.describe('Order among the subscriptions, lowest first'),
  prepend: z.boolean().describe('Its outbounds go before those of the template'),
  lastUpdated: whole,
  lastError: z.string(),
  lastErrorCoded: codedSchema.optional(),
  /** Always blank here; refresh returns the outbounds. */
  lastFetchedOutbounds: z.string(),
  outboundCount: whole,
  createdAt: whole,
  updatedAt: whole,
})
export type OutboundSub = z.output<typeof OutboundSub>

export const OutboundSubInput = absentIfNull(
  z.object({
    remark: z.string().optional(),
    url: z.string().optional(),
    enabled: formSwitch.optional(),
    allowPrivate: formSwitch.optional(),
    allowInsecure: formSwitch.optional(),
    tagPrefix: z.string().optional(),
    updateInterval: formWhole.optional(),
    prepend: formSwitch.optional(),
  }),
)
export type OutboundSubInput = z.output<typeof OutboundSubInput>

const Fetched = z.array(Block)

const deletion = {
  summary: 'Delete an outbound subscription and its outbounds',
  reply: z.string(),
  says: 'The subscription has been deleted.',
}

const routes = { ...networkRoutes.outbounds, ...apiOnlyRoutes.outbounds }

/** Test, watch and import outbounds. */
export const outboundsApi = api(routes, {
  traffic: { summary: 'Traffic by outbound', reply: z.array(OutboundTraffic) },
  resetTraffic: {
    summary: 'Reset the traffic of an outbound, or of all with -alltags-; without a tag nothing is reset',
    body: z.object({ tag: z.string().nullish() }),
    reply: z.string(),
  },
  test: {
    summary: 'Test an outbound: dial it, or send a request through it with a temporary core',
    body: z.object({ outbound, allOutbounds: outbounds.optional(), mode }),
    reply: TestResult,
  },
  testMany: {
    summary: `Test up to ${mostTests} outbounds; the results come in the order of the outbounds`,
    body: z.object({ outbounds, allOutbounds: outbounds.optional(), mode }),
    reply: z.array(TestResult),
  },
  balancerStatus: {
    summary: "Current choice of the running core's balancers, by tag",
    body: z.object({ tags }),
    reply: z.record(z.string(), BalancerStatus),
  },
  balancerOverride: {
    summary: 'Force a balancer of the running core to one outbound; a blank target undoes it',
    body: z.object({ tag: z.string(), target: z.string().optional() }),
    reply: z.string(),
  },
  routeTest: {
    summary:
      'Which outbound the running core would choose for a connection, and by which rule; sends nothing',
    body: RouteQuestion,
    reply: RouteAnswer,
  },
  listSubs: { summary: 'Outbound subscriptions', reply: z.array(OutboundSub) },
  addSub: {
    summary: 'Add a subscription to a remote list of share links; refresh fetches it',
    body: OutboundSubInput,
    reply: OutboundSub,
    says: 'The subscription has been added.',
  },
  parseSub: {
    summary: 'Preview the outbounds of a remote list or of share links; saves nothing',
    body: absentIfNull(
      z.object({
        url: z.string().optional(),
        links: z.string().optional(),
        allowPrivate: formSwitch.optional(),
        allowInsecure: formSwitch.optional(),
      }),
    ),
    reply: Fetched,
  },
  updateSub: {
    summary: 'Change an outbound subscription',
    body: OutboundSubInput,
    reply: z.string(),
    says: 'The subscription has been saved.',
  },
  delSub: deletion,
  deleteSub: deletion,
  moveSub: {
    summary: 'Move an outbound subscription up or down',
    body: z.object({ dir: z.enum(['up', 'down'], 'dir must be "up" or "down"') }),
    reply: z.string(),
  },
  refreshSub: {
    summary: 'Fetch an outbound subscription now',
    reply: Fetched,
    says: 'The subscription has been refreshed.',
  },
  warp: {
    summary:
      'Cloudflare WARP, by action: data, config, reg, license, outbound, del. The reply is JSON as a text, without secrets; `outbound` is ready for the template',
    body: WarpBody,
    reply: z.string(),
  },
  nord: {
    summary:
      'NordVPN, by action: data, countries, servers, reg, setKey, outbound, del. The reply is JSON as a text, without secrets; `outbound` is ready for the template',
    body: NordBody,
    reply: z.string(),
  },
  pia: { summary: 'Private Internet Access; not supported', reply: z.string() },
})
