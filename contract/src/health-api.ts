import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

/** From good to bad. `note`: works, but could be better or cannot be known. */
export const healthStates = ['ok', 'note', 'warn', 'bad'] as const
export type HealthState = (typeof healthStates)[number]

/** What the panel can do itself when an operator asks for it. */
export const healthFixes = [
  'core',
  'backup',
  'geo',
  'permissions',
  'node',
  'ipLimit',
  'entryChecks',
  'subscriptions',
  'unhealthyEntries',
  'blockedEntries',
  'certificate',
] as const
export type HealthFix = (typeof healthFixes)[number]

const Page = z.object({ kind: z.literal('page'), to: z.string().describe('address below the base path') })
const Command = z.object({ kind: z.literal('command'), command: z.string() })

/** What the operator can do about a check: open a page of the web app, type a command, or let the panel do it (`POST fix`). */
export const HealthAction = z.discriminatedUnion('kind', [
  Page,
  Command,
  z.object({
    kind: z.literal('fix'),
    fix: z.enum(healthFixes),
    on: z.string().optional().describe('what it acts on, where there are several: a node, a file'),
    /** Where the operator can do it without the button. */
    to: Page.shape.to.optional(),
    command: Command.shape.command.optional(),
  }),
])
export type HealthAction = z.output<typeof HealthAction>

/** What a finding is about. `id` is the row of an inbound or a node, the tag of an outbound, a name; blank for kinds that exist once. */
export const subjectKinds = [
  'server',
  'core',
  'database',
  'backup',
  'panel',
  'subscriptions',
  'name',
  'inbound',
  'node',
  'outbound',
  'clients',
] as const
export const HealthSubject = z.object({
  kind: z.enum(subjectKinds),
  id: z.string(),
  /** As the operator calls it; blank for kinds that exist once. */
  name: z.string(),
})
export type HealthSubject = z.output<typeof HealthSubject>

export const HealthCheck = z.object({
  id: z.string().describe('stable: a script may look for it'),
  subject: HealthSubject,
  state: z.enum(healthStates),
  sentence: z.string(),
  sentenceCoded: codedSchema,
  action: HealthAction.optional(),
})
export type HealthCheck = z.output<typeof HealthCheck>

export const HealthReport = z.object({
  /** Milliseconds. */
  at: z.int(),
  tookMs: z.int(),
  worst: z.enum(healthStates),
  /** False: read from the files of a panel that does not run. */
  isRunning: z.boolean(),
  /** The worst first. */
  checks: z.array(HealthCheck),
})
export type HealthReport = z.output<typeof HealthReport>

/** The current result of one check. Those with the state `ok` say that it looked and found nothing. */
export const Finding = HealthCheck.extend({
  /** Milliseconds: when this result was found first. */
  since: z.int(),
  /** Milliseconds: when it was found last. */
  checkedAt: z.int(),
  /** The panel that looked, where several share a database; blank otherwise. */
  seenBy: z.string(),
  muted: z.object({ reason: z.string(), by: z.string(), at: z.int() }).nullable(),
})
export type Finding = z.output<typeof Finding>

export const Health = z.object({
  /** Milliseconds: all checks have looked since then; 0 while one has never looked. */
  checkedAt: z.int(),
  /** The worst state of what is not muted; null while no check has looked. */
  worst: z.enum(healthStates).nullable(),
  /** How many findings are not muted. */
  counts: z.object({ bad: z.int(), warn: z.int(), note: z.int(), muted: z.int() }),
  /** The worst first. */
  findings: z.array(Finding),
  passed: z.array(Finding),
})
export type Health = z.output<typeof Health>

/** What is looked at about a client, in this order. */
export const diagnosisQuestions = [
  ...(['core', 'enabled', 'quota', 'time', 'inbounds', 'entries', 'key', 'devices', 'addresses'] as const),
  ...(['speed', 'handshake', 'subscription', 'seen'] as const),
] as const
export type DiagnosisQuestion = (typeof diagnosisQuestions)[number]

/** Why a client cannot connect. The first answer that is `bad` is the cause. */
export const Diagnosis = z.object({
  email: z.string(),
  /** Milliseconds, as `checkedAt`: all checks have looked since then; 0 while one has never looked. */
  at: z.int(),
  checkedAt: z.int(),
  /** False: something is known that stops it. True is no promise: nothing that was looked at stops it. */
  canConnect: z.boolean(),
  answers: z.array(
    z.object({
      question: z.enum(diagnosisQuestions),
      answer: z.enum(['good', 'warn', 'bad']),
      what: z.string().describe('which case of the question: `used`, `over`, `none`, `down`, ...'),
      params: z
        .record(z.string(), z.union([z.string(), z.number()]))
        .describe('what the case names: `used`, `total`, `address`, `at` in milliseconds, ...'),
      /** What the checks found, the cause first. */
      causes: z.array(Finding),
    }),
  ),
})
export type Diagnosis = z.output<typeof Diagnosis>

/** `fixed`: done, and the check no longer finds it. `left`: done, and it still does. `nothing`: there was nothing left to do. */
export const FixResult = z.object({ outcome: z.enum(['fixed', 'left', 'nothing']), health: Health })
export type FixResult = z.output<typeof FixResult>

const findingId = z.string().max(300)

const routes = { ...panelRoutes.health, ...apiOnlyRoutes.health }

export const healthApi = api(routes, {
  doctor: {
    summary: 'Check ports, names, certificates, clock, disk, core, database, permissions and backups',
    reply: HealthReport,
  },
  state: {
    summary: 'Current findings: what the checks saw last, and when they looked',
    reply: Health,
  },
  check: { summary: 'Run all checks now', reply: Health },
  client: { summary: 'Why a client cannot connect, by the latest findings', reply: Diagnosis },
  fix: {
    summary: 'Let the panel do what a finding asks for (its action has the kind `fix`), and check again',
    body: z.object({ id: findingId }),
    reply: FixResult,
  },
  mute: {
    summary: 'Mute a finding, with a reason',
    body: z.object({ id: findingId, reason: z.string().trim().min(1).max(300) }),
    reply: Health,
  },
  unmute: {
    summary: 'Show a muted finding again',
    body: z.object({ id: findingId }),
    reply: Health,
  },
  downloadLog: {
    summary: "The panel's log files, the oldest line first",
    reply: z.string(),
    download: 'text/plain; charset=utf-8',
  },
})
