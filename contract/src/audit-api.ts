import { z } from 'zod'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

export const AuditEntry = z.object({
  id: z.int(),
  /** Milliseconds. */
  at: z.int(),
  actorKind: z.string(),
  actor: z.string(),
  action: z.string(),
  objectKind: z.string(),
  object: z.string(),
  address: z.string(),
  /** Secrets are masked. */
  before: z.unknown(),
  after: z.unknown(),
  /** For acts that can be undone: the number to undo it by, as long as `state` is `open`. */
  undo: z.object({ id: z.int(), state: z.enum(['open', 'done', 'gone']) }).optional(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const moment = z.coerce.number().int().min(0).optional()

/** Conditions are combined with AND; an absent one matches everything. */
export const AuditFilter = z.object({
  objectKind: z.string().optional(),
  /** The exact action name. */
  object: z.string().optional(),
  /** Email: what happened to this client, alone or among many; entries about many say what they did to it. */
  client: z.string().max(300).optional(),
  /** Actor: the exact name of a user, token or job. */
  actor: z.string().optional(),
  /** Last segments of action names, comma-separated: `add,create`. */
  verbs: z
    .string()
    .regex(/^[A-Za-z]{1,40}(,[A-Za-z]{1,40}){0,30}$/, 'verbs: name verbs, divided by commas')
    .optional(),
  /** Matches any part of an entry, ignoring case. */
  text: z.string().max(200).optional(),
  /** Milliseconds, inclusive. */
  from: moment,
  to: moment,
})
export type AuditFilter = z.output<typeof AuditFilter>

const page = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback)

export const auditApi = api(panelRoutes.audit, {
  list: {
    summary: 'Audit log, newest first',
    query: AuditFilter.extend({ page: page(1, 1_000_000), pageSize: page(50, 200) }),
    reply: z.object({ items: z.array(AuditEntry), total: z.int(), page: z.int(), pageSize: z.int() }),
  },
  actors: {
    summary: 'Names that appear as actors in the audit log, at most 100',
    reply: z.array(z.object({ kind: z.string(), name: z.string() })),
  },
  export: {
    summary: 'All matching audit entries as CSV, newest first',
    query: AuditFilter,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  },
})
