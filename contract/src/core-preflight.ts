import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { CoreFile } from './core-file.ts'

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

/** In the order in which they are done. */
export const CoreJobStep = z.enum(['fetch', 'read', 'inbounds', 'outbounds', 'changes', 'install'])
export type CoreJobStep = z.output<typeof CoreJobStep>

/** An install or a pre-flight of a core, or a fetch from a mirror. It goes on without the page that started it. Times are milliseconds. */
export const CoreJob = z.object({
  id: z.string(),
  what: z.enum(['preflight', 'install', 'mirror']),
  target: z.string().describe('A version, `file`, or the address of the mirror without its query'),
  sha256: z.string().describe('The confirmed hash, or blank'),
  force: z.boolean(),
  actor: z.string().describe('Who started it'),
  state: z
    .enum(['running', 'done', 'failed', 'interrupted'])
    .describe('interrupted: the panel was restarted meanwhile'),
  startedAt: z.int(),
  endedAt: z.int().describe('0 if it runs, or was interrupted'),
  step: CoreJobStep,
  done: z.int().describe('Parts of the work that are done'),
  total: z.int().describe('Parts of the work; more may be found once the core has read the configuration'),
  percent: z.number().optional().describe('Of a download or a build that goes on'),
  result: Preflight.optional().describe('What the pre-flight found, also the one before an install'),
  file: CoreFile.optional().describe('What came from the mirror'),
  error: z.string().describe('Why it failed, or blank'),
  errorCoded: codedSchema.optional(),
})
export type CoreJob = z.output<typeof CoreJob>
