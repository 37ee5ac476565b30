import { z } from 'zod'
import { CapHold } from './caps-api.ts'
import { byName } from './clients/fields.ts'
import { codedSchema } from './coded.ts'
import { ConfigChange } from './core-config.ts'
import { FallbackParent } from './fallback.ts'
import {
  type InboundField,
  type InboundFieldKind,
  inboundFieldNames,
  inboundFields,
} from './inbounds/fields.ts'
import { Protocol } from './protocol.ts'
import { absentIfNull, formNumber, formSwitch, formWhole } from './tolerant.ts'
import { CarriedTraffic, ClientTraffic } from './traffic.ts'
import { jsonish } from './wire.ts'

/** A nested block, as an object or as JSON text. Unknown keys are kept. */
export const Block = z.looseObject({})
export type Block = Record<string, unknown>
const block = jsonish(Block.optional()).optional()

const answerKinds = {
  text: z.string(),
  choice: z.string(),
  toggle: z.boolean(),
  count: z.int(),
  factor: z.number(),
  words: z.array(z.string()),
}
/** A list, or words with commas between them, as forms send it. */
const words = z.preprocess(
  (sent) => (typeof sent === 'string' ? sent.split(',') : sent),
  z.array(z.string().max(255)).max(100),
)
const inputKinds = {
  text: z.string().optional(),
  choice: z.string().optional(),
  toggle: formSwitch.optional(),
  count: formWhole.optional(),
  factor: formNumber.optional(),
  words: words.optional(),
}

/** These fields as answers have them. */
export const inboundAnswers = <const K extends InboundField>(names: readonly K[]) =>
  byName(names, (name) => answerKinds[inboundFields[name].kind]) as {
    [F in K]: (typeof answerKinds)[InboundFieldKind<F>]
  } // by its kind

const inputFields = {
  ...(byName(inboundFieldNames, (name) => inputKinds[inboundFields[name].kind]) as {
    [F in InboundField]: (typeof inputKinds)[InboundFieldKind<F>]
  }), // as above
  settings: block,
  streamSettings: block,
  sniffing: block,
  tag: z.string().optional(),
}

/** An inbound as received. Counters, stats and a row number in the body are ignored. */
export const InboundInput = absentIfNull(z.object(inputFields))
export type InboundInput = z.output<typeof InboundInput>

/** An exported inbound: its clients keep their traffic counters. */
export const ImportedInbound = absentIfNull(
  z.object({ ...inputFields, clientStats: z.array(CarriedTraffic).optional() }),
)

const Sniffing = z.looseObject({ enabled: z.boolean() })

export const Inbound = z.object({
  id: z.int(),
  up: z.int(),
  down: z.int(),
  ...inboundAnswers(inboundFieldNames),
  protocol: Protocol,
  /** null: the inbound runs on this panel. */
  nodeId: z.int().nullable(),
  lastTrafficResetTime: z.int(),
  clientStats: z.array(ClientTraffic),
  settings: Block,
  streamSettings: Block,
  sniffing: Sniffing,
  tag: z.string(),
  fallbackParent: FallbackParent.optional(),
  originNodeGuid: z.string().optional(),
  /** Why the running core could not open it; absent if it runs or is disabled. */
  notOpen: z.string().optional(),
  /** Absent unless a monthly cap that is used up hides or closes it; `enable` stays what the operator chose. */
  capped: CapHold.optional(),
  /** For `?version=` of a save. */
  version: z.string().optional(),
})
export type Inbound = z.infer<typeof Inbound>

export const InboundOption = z.object({
  id: z.int(),
  ...inboundAnswers(['remark', 'port', 'enable', 'listen', 'labels']),
  protocol: Protocol,
  tlsFlowCapable: z.boolean(),
  tag: z.string(),
  ssMethod: z.string(),
  nodeId: z.int().optional(),
  /** WireGuard: the networks from which its clients get addresses. */
  pool: z.array(z.string()).optional(),
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
