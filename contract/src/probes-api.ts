import { z } from 'zod'
import { eyeStates } from './entries-api.ts'
import { Block } from './inbound.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const ProbeNames = z.object({
  name: line(64).min(1),
  /** Where it stands, and whose connection it has: as the operator calls them. */
  country: line(64).default(''),
  provider: line(64).default(''),
})
export type ProbeNames = z.output<typeof ProbeNames>

export const Probe = z.object({
  id: z.int(),
  name: z.string(),
  country: z.string(),
  provider: z.string(),
  /** As in the entries. */
  eye: z.string(),
  /** `invited`: nobody has used its join string yet. */
  state: z.enum(['invited', ...eyeStates]),
  /** Milliseconds, as the others; 0: not yet. */
  invitedAt: z.int(),
  joinedAt: z.int(),
  seenAt: z.int(),
  /** Blank before it has joined. */
  version: z.string(),
})
export type Probe = z.output<typeof Probe>

const base64url = (length: number) =>
  z
    .string()
    .length(length)
    .regex(/^[\w-]+$/)

/** A call of a probe. What it says is JSON text, so that the signature is for exactly these bytes. */
export const ProbeCall = z.object({
  /** Its Ed25519 key, 32 bytes. */
  key: base64url(43),
  signature: base64url(86),
  said: z.string().max(15_000),
})
export type ProbeCall = z.output<typeof ProbeCall>

/** With each call: its number, which rises by one, what the last answer gave, and what makes it differ from any other. */
const turn = {
  sequence: z.int().positive(),
  next: z.string().max(64),
  nonce: z.string().min(16).max(64),
}

export const JoinSaid = z.object({
  call: z.literal('join'),
  token: z.string().min(1).max(128),
  version: line(32),
})
export const WorkSaid = z.object({ call: z.literal('work'), ...turn, version: line(32) })

/** What a probe may say of an entry that failed. */
export const reportedCodes = [
  'entry.name-unresolved',
  'entry.port-closed',
  'entry.page-missing',
  'entry.reality-cover',
  'entry.login-refused',
  'entry.tls-refused',
  'entry.transport-refused',
  'entry.silent',
  'entry.core-refuses',
] as const
export type ReportedCode = (typeof reportedCodes)[number]

export const mostReported = 40
const ofEntry = [z.int().positive(), z.string().max(300)] as const
/** Inbound, entry; then the milliseconds and who the page saw, or the code and what the core or the system said. */
export const ReportedRow = z.union([
  z.tuple([...ofEntry, z.int().min(0).max(120_000), z.string().max(45)]),
  z.tuple([...ofEntry, z.enum(reportedCodes), z.string().max(200)]),
])
export type ReportedRow = z.output<typeof ReportedRow>

export const ResultsSaid = z.object({
  call: z.literal('results'),
  ...turn,
  round: z.string().max(64),
  /** It cannot fetch the test page itself, and blames no entry. */
  offline: z.boolean(),
  results: z.array(ReportedRow).max(mostReported),
})

const Turn = z.object({ next: z.string() })
export const ProbeWork = Turn.extend({
  /** Blank: there is nothing to check. */
  round: z.string(),
  /** 0: the checks are off. */
  everyMinutes: z.int(),
  /** The test page. */
  page: z.string(),
  /** Milliseconds. */
  at: z.int(),
  entries: z.array(z.object({ inboundId: z.int(), entry: z.string(), advertised: Block })),
})
export type ProbeWork = z.output<typeof ProbeWork>

const bodyLimit = 16 * 1024
const call = { open: true, body: ProbeCall, bodyLimit } as const

export const probesApi = api(
  { ...panelRoutes.probes, ...apiOnlyRoutes.probes },
  {
    list: { summary: 'Probes: other machines that check the entries', reply: z.array(Probe) },
    invite: {
      summary: 'Invite a probe; the join string works once, for 24 hours, and is shown only here',
      body: ProbeNames.extend({
        /** How the probe reaches this panel, if not as the caller does. */
        url: z.string().max(300).default(''),
      }),
      reply: z.object({ id: z.int(), join: z.string() }),
    },
    rename: { summary: 'Change the name, the country and the provider of a probe', body: ProbeNames },
    revoke: { summary: 'Revoke a probe: its keys end at once, and what it saw is deleted' },
    join: { ...call, summary: 'A probe joins: a signed call with the token of a join string', reply: Turn },
    work: { ...call, summary: 'What a probe has to check: a signed call', reply: ProbeWork },
    results: {
      ...call,
      summary: 'What a probe has found: a signed call',
      /** How many of them were stored; 0 for a round that is not the last one given, or whose keys have ended. */
      reply: Turn.extend({ taken: z.int() }),
    },
  },
)
