import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { HistoryPoint } from './status.ts'
import { absentIfNull, formNumber, formSwitch, formWhole } from './tolerant.ts'

/** How a node's certificate is judged: by authorities, by its fingerprint, or not at all. */
export const tlsVerifyModes = ['verify', 'pin', 'skip'] as const
export type TlsVerifyMode = (typeof tlsVerifyModes)[number]

/** A node as received. Absent fields keep what is stored; keys of features that Sluice does not have are ignored. */
export const NodeInput = absentIfNull(
  z.object({
    id: formWhole.optional(),
    name: z.string().optional(),
    remark: z.string().optional(),
    scheme: z.string().optional(),
    address: z.string().optional().describe('host name or IP address; a whole URL is taken apart'),
    port: formWhole.optional(),
    basePath: z.string().optional(),
    apiToken: z.string().optional().describe('a token of that panel; blank keeps the stored one'),
    clearApiToken: formSwitch.optional(),
    enable: formSwitch.optional(),
    trafficMultiplier: formNumber
      .optional()
      .describe('what a byte that it carries counts against quotas: 0 to 100, two decimals'),
    allowPrivateAddress: formSwitch.optional(),
    tlsVerifyMode: z.string().optional().describe(tlsVerifyModes.join(', ')),
    pinnedCertSha256: z.string().optional().describe('SHA-256 of the certificate, hex or base64'),
    join: z
      .string()
      .optional()
      .describe('what `sluice node invite` printed: in the place of address, token and certificate'),
  }),
)
export type NodeInput = z.output<typeof NodeInput>

const count = z.int().min(0)

/** What a panel says about itself. */
const reported = {
  latencyMs: count,
  xrayVersion: z.string(),
  coreVersion: z.string(),
  panelVersion: z.string(),
  cpuPct: z.number(),
  memPct: z.number(),
  uptimeSecs: count,
  xrayState: z.string(),
  xrayError: z.string(),
}

/** The result of asking a panel for its status. */
export const ProbeResult = z.object({
  status: z.enum(['online', 'offline']),
  ...reported,
  error: z.string(),
  errorCoded: codedSchema.optional(),
})
export type ProbeResult = z.infer<typeof ProbeResult>

/** Another panel that this one manages. The token is write-only. */
export const Node = z.object({
  id: z.int(),
  name: z.string(),
  remark: z.string(),
  scheme: z.string(),
  address: z.string(),
  port: z.int(),
  basePath: z.string(),
  hasApiToken: z.boolean(),
  enable: z.boolean(),
  trafficMultiplier: z.number(),
  allowPrivateAddress: z.boolean(),
  tlsVerifyMode: z.string(),
  pinnedCertSha256: z.string(),
  guid: z.string(),
  parentGuid: z.string(),
  transitive: z.boolean().describe('a panel below a node: it has a negative id, and is managed there'),
  status: z.string().describe('online, offline or unknown'),
  lastHeartbeat: count.describe('unix seconds of the last answer; 0 for never'),
  ...reported,
  netUp: count,
  netDown: count,
  lastError: z.string(),
  lastErrorCoded: codedSchema.optional(),
  lacks: z
    .array(z.object({ of: z.enum(['limits', 'keys']), text: z.string(), coded: codedSchema }))
    .describe(
      'limits that do not hold on its inbounds, because it is a panel of another kind or an older one',
    ),
  warning: z
    .string()
    .describe(
      'an unsafe connection, or something odd that the node did in the last day; blank if all is well',
    ),
  warningCoded: codedSchema.optional(),
  inboundCount: count,
  clientCount: count,
  onlineCount: count,
  activeCount: count,
  depletedCount: count,
  disabledCount: count,
  trafficUp: count.describe('bytes of the inbounds that this panel placed on it'),
  trafficDown: count,
  inboundSyncMode: z.string(),
  inboundTags: z.array(z.string()),
  outboundTag: z.string(),
  behind: count.describe('changes that the node does not have yet'),
  behindSince: count.describe('unix milliseconds; 0 if it is in step'),
  behindReason: z.string().describe('why, if somebody said no or nobody answers'),
  behindReasonCoded: codedSchema.optional(),
  configDirty: z.boolean(),
  configDirtyAt: count,
  createdAt: count,
  updatedAt: count,
})
export type Node = z.infer<typeof Node>

/** An inbound of another panel, as the list of a node shows it. */
export const RemoteInbound = z.object({
  tag: z.string(),
  remark: z.string(),
  protocol: z.string(),
  port: z.int(),
})
export type RemoteInbound = z.infer<typeof RemoteInbound>

/** Something about a node that its operator should look at. */
export const NodeNeed = z.object({
  id: z.int(),
  name: z.string(),
  text: z.string().describe('what is wrong'),
  coded: codedSchema,
  reason: z.string().describe('why, as far as it is known'),
  reasonCoded: codedSchema.optional(),
  since: count.describe('unix milliseconds; 0 if nobody knows'),
})
export type NodeNeed = z.infer<typeof NodeNeed>

const trend = z.array(HistoryPoint)
/** The last hour of a node in steps of a minute: latency in milliseconds, bytes per second of its machine. */
export const NodeTrend = z.object({ id: z.int(), latency: trend, up: trend, down: trend })
export type NodeTrend = z.infer<typeof NodeTrend>

/** What a node does not have yet. */
export const NodeQueue = z.array(
  z.object({
    kind: z.enum(['inbound', 'client']),
    id: z.int(),
    name: z.string().describe('name or tag, or email; blank if it was deleted here and is still there'),
    since: count,
    tries: count,
    retryAt: count,
    error: z.string(),
    errorCoded: codedSchema.optional(),
  }),
)
export type NodeQueue = z.infer<typeof NodeQueue>
