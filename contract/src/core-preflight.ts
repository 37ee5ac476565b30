import { z } from 'zod'
import { codedSchema } from './coded.ts'

/** One part of the configuration, tried in another version of the core. */
export const PreflightPart = z.object({
  kind: z.enum(['configuration', 'inbound', 'outbound']),
  id: z.int().describe('Of an inbound of the panel, otherwise 0'),
  /** Remark of an inbound, else its tag; tag of an outbound. */
  name: z.string(),
  stage: z
    .enum(['configuration', 'opens', 'connects'])
    .describe('How far it got: read by the core, opened on a spare port, a client connected through it'),
  state: z
    .enum(['ok', 'fails', 'fails-now', 'untried'])
    .describe('fails-now: it fails in the version in use too, so an update breaks nothing'),
  /** In the core's own words where it said something; blank for `ok`. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
  clients: z.int().describe('Enabled clients that would lose it'),
  emails: z.array(z.string()).describe('The first of them'),
})
export type PreflightPart = z.output<typeof PreflightPart>

export const PreflightApp = z.object({
  app: z.string(),
  name: z.string(),
  clients: z.int().describe('Enabled clients whose subscription it fetched in the last 30 days'),
})
export type PreflightApp = z.output<typeof PreflightApp>

/** What would happen with another version of the core. The check changes nothing. */
export const Preflight = z.object({
  version: z.string(),
  /** The version in use. */
  from: z.string(),
  ok: z.boolean().describe('Nothing that works today would fail, so an install needs no `force`'),
  /** Why an install is refused without `force`. */
  blocks: z.array(z.string()),
  blocksCoded: z.array(codedSchema),
  /** Worth knowing. */
  notes: z.array(z.string()),
  notesCoded: z.array(codedSchema),
  parts: z.array(PreflightPart),
  apps: z.array(PreflightApp),
  readMs: z.int().describe('How long that version took to read the whole configuration'),
})
export type Preflight = z.output<typeof Preflight>
