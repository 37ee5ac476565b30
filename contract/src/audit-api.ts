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

const page = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback)

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/panel/api/audit',
    summary: 'Who changed what, newest first',
    query: z.object({
      page: page(1, 1_000_000),
      pageSize: page(50, 200),
      objectKind: z.string().optional(),
      object: z.string().optional(),
    }),
    reply: z.object({ items: z.array(AuditEntry), total: z.int(), page: z.int(), pageSize: z.int() }),
  }),
}
