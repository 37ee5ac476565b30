import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { ConfigChange } from './core-config.ts'
import { FallbackParent } from './fallback.ts'
import { Protocol } from './protocol.ts'
import { absentIfNull, formSwitch, formWhole } from './tolerant.ts'
import { CarriedTraffic, ClientTraffic } from './traffic.ts'
import { jsonish } from './wire.ts'

/** A nested block, as an object or as JSON text. Unknown keys are kept. */
export const Block = z.looseObject({})
export type Block = Record<string, unknown>
const block = jsonish(Block.optional()).optional()

const inputFields = {
  remark: z.string().optional(),
  enable: formSwitch.optional(),
  listen: z.string().optional(),
  port: formWhole.optional(),
  protocol: z.string().optional(),
  settings: block,
  streamSettings: block,
  sniffing: block,
  tag: z.string().optional(),
  nodeId: formWhole.optional(),
  total: formWhole.optional(),
  expiryTime: formWhole.optional(),
  trafficReset: z.string().optional(),
  trafficResetDay: formWhole.optional(),
  shareAddrStrategy: z.string().optional(),
  shareAddr: z.string().optional(),
  subSortIndex: formWhole.optional(),
  disableFlow: formSwitch.optional(),
  /** Bits per second for each client that has no speed of its own, of its group or of its plan; 0: none. */
  speedDown: formWhole.optional(),
  speedUp: formWhole.optional(),
}

/** An inbound as received. Counters, stats and a row number in the body are ignored. */
export const InboundInput = absentIfNull(z.object(inputFields))
export type InboundInput = z.output<typeof InboundInput>

/** An exported inbound: its clients keep their traffic counters. */
export const ImportedInbound = absentIfNull(
  z.object({ ...inputFields, clientStats: z.array(CarriedTraffic).optional() }),
)

export const Sniffing = z.looseObject({ enabled: z.boolean() })

export const Inbound = z.object({
  id: z.int(),
  up: z.int(),
  down: z.int(),
  total: z.int(),
  remark: z.string(),
  enable: z.boolean(),
  expiryTime: z.int(),
  trafficReset: z.string(),
  trafficResetDay: z.int(),
  lastTrafficResetTime: z.int(),
  clientStats: z.array(ClientTraffic),
  listen: z.string(),
  port: z.int(),
  protocol: Protocol,
  settings: Block,
  streamSettings: Block,
  sniffing: Sniffing,
  tag: z.string(),
  /** null: the inbound runs on this panel. */
  nodeId: z.int().nullable(),
  fallbackParent: FallbackParent.optional(),
  originNodeGuid: z.string().optional(),
  subSortIndex: z.int(),
  shareAddrStrategy: z.string(),
  shareAddr: z.string(),
  disableFlow: z.boolean(),
  speedDown: z.int(),
  speedUp: z.int(),
  /** Why the running core could not open it; absent if it runs or is disabled. */
  notOpen: z.string().optional(),
  /** For `?version=` of a save. */
  version: z.string().optional(),
})
export type Inbound = z.infer<typeof Inbound>

export const InboundOption = z.object({
  id: z.int(),
  remark: z.string(),
  protocol: Protocol,
  port: z.int(),
  tlsFlowCapable: z.boolean(),
  enable: z.boolean(),
  tag: z.string(),
  listen: z.string(),
  ssMethod: z.string(),
  nodeId: z.int().optional(),
})
export type InboundOption = z.infer<typeof InboundOption>

export const EnableBody = z.object({ enable: formSwitch })
export const SkippedInbounds = z.array(z.object({ id: z.int(), reason: z.string() }))

export const InboundReview = z.object({
  /** Secrets are masked. */
  changes: z.array(ConfigChange),
  /** How many more there are. */
  more: z.int(),
  /** Why it would be refused, by the panel or the core; absent: it would be saved. */
  verdict: z.string().optional(),
  verdictCoded: codedSchema.optional(),
  /** Online clients that have to connect again. */
  reconnects: z.int(),
  /** Subscriptions whose links change. */
  subscriptions: z.int(),
  /** Clients of the inbound. */
  clients: z.int(),
})
export type InboundReview = z.output<typeof InboundReview>
