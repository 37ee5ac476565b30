import { z } from 'zod'
import { endpoint } from './wire.ts'

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
})
export type AuditEntry = z.output<typeof AuditEntry>

const moment = z.coerce.number().int().min(0).optional()

/** All of them must hold; what is absent asks for nothing. */
export const AuditFilter = z.object({
  objectKind: z.string().optional(),
  /** Its exact name. */
  object: z.string().optional(),
  /** Who did it: the exact name of a user, a token or a job. */
  actor: z.string().optional(),
  /** Last parts of actions, divided by commas: `add,create`. */
  verbs: z
    .string()
    .regex(/^[A-Za-z]{1,40}(,[A-Za-z]{1,40}){0,30}$/, 'verbs: name verbs, divided by commas')
    .optional(),
  /** In any part of an entry, ignoring case. */
  text: z.string().max(200).optional(),
  /** Milliseconds, both included. */
  from: moment,
  to: moment,
})
export type AuditFilter = z.output<typeof AuditFilter>

const page = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback)

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/panel/api/audit',
    summary: 'Who changed what, newest first',
    query: AuditFilter.extend({ page: page(1, 1_000_000), pageSize: page(50, 200) }),
    reply: z.object({ items: z.array(AuditEntry), total: z.int(), page: z.int(), pageSize: z.int() }),
  }),
  actors: endpoint({
    method: 'GET',
    path: '/panel/api/audit/actors',
    summary: 'Whoever has changed something, by name; a hundred at the most',
    reply: z.array(z.object({ kind: z.string(), name: z.string() })),
  }),
  export: endpoint({
    method: 'GET',
    path: '/panel/api/audit/export',
    summary: 'The same entries as a table for spreadsheets, all that match, newest first',
    query: AuditFilter,
    download: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
