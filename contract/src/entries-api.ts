import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

/**
 * Where the check of an entry failed: the name does not resolve, nothing answers on the port, TLS or the transport was
 * refused, Reality answered with its cover site, the login was refused, nothing came back, a client's core does not start.
 */
export const entryStages = ['name', 'port', 'tls', 'transport', 'reality', 'login', 'silent', 'core'] as const
export type EntryStage = (typeof entryStages)[number]

const EntryDay = z.object({
  /** Milliseconds: its start in UTC. */
  day: z.int(),
  good: z.int(),
  failed: z.int(),
  /** The mean of the good checks, in milliseconds. */
  latencyMs: z.int(),
})

export const eyeKinds = ['server', 'node', 'probe'] as const
/** `offline`: it cannot fetch the test page itself. `silent`: it has not reported for three rounds. `held`: it is not trusted. */
export const eyeStates = ['looking', 'offline', 'silent', 'held'] as const

/** Who looks at the entries. */
export const EntryEye = z.object({
  /** As in the entries; blank: this server. */
  id: z.string(),
  /** As the operator calls it; blank: this server. */
  name: z.string(),
  kind: z.enum(eyeKinds),
  /** Blank where nobody has said it. */
  country: z.string(),
  provider: z.string(),
  /** Milliseconds; 0: never. */
  seenAt: z.int(),
  state: z.enum(eyeStates),
})
export type EntryEye = z.output<typeof EntryEye>

/** One inbound as a client dials it, and what one eye saw. */
export const EntryCheck = z.object({
  inboundId: z.int(),
  inbound: z.string().describe('its remark, or its tag'),
  position: z.int().describe('among the entries of the inbound, from 1'),
  eye: z.string().describe('who looked; blank: this server'),
  address: z.string(),
  port: z.int(),
  remark: z.string(),
  state: z.enum(['good', 'failed']),
  /** Blank if it is good. */
  stage: z.enum([...entryStages, '']),
  cause: z.string(),
  causeCoded: codedSchema.nullable(),
  changes: z
    .string()
    .describe('what happened between the last good check and the first failed one; blank: nothing known'),
  changesCoded: codedSchema.nullable(),
  /** From dialling to the first byte of the page; 0 if it failed. */
  latencyMs: z.int(),
  /** As the test page saw it; blank if the page does not say. */
  exitAddress: z.string(),
  exitCountry: z.string().describe('its two letters, by the geo files; blank: unknown'),
  /** Milliseconds, as the others; 0: never. */
  checkedAt: z.int(),
  lastOkAt: z.int(),
  /** Failed checks in a row. */
  fails: z.int(),
  /** When the state was seen first. */
  since: z.int(),
  /** 30 days, the oldest first; days without a check are absent. */
  days: z.array(EntryDay),
})
export type EntryCheck = z.output<typeof EntryCheck>

export const Entries = z.object({
  /** 0: off. */
  everyMinutes: z.int(),
  /** Why the last round could say nothing about entries that failed: this server cannot fetch the test page itself. */
  offline: z.string(),
  offlineCoded: codedSchema.nullable(),
  /** This server first. */
  eyes: z.array(EntryEye),
  /** Inbounds on nodes that nobody checks, and why. */
  unchecked: z.array(
    z.object({ inboundId: z.int(), inbound: z.string(), reason: z.string(), reasonCoded: codedSchema }),
  ),
  entries: z.array(EntryCheck),
})
export type Entries = z.output<typeof Entries>

export const entriesApi = api(panelRoutes.entries, {
  list: {
    summary: 'Entries as clients dial them: whether a client connects, where it fails, and the last 30 days',
    reply: Entries,
  },
  check: {
    summary: 'Check the entries of an inbound as a client now; answers within ten seconds',
    reply: Entries,
  },
})
