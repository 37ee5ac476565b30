import type { Selectable } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { HealthAction, HealthSubject } from '#contract/health-api.ts'
import type { Check } from '#domain/health/check.ts'
import type { Schema } from '../store/schema.ts'
import type { Columns } from '../store/sets.ts'

export type FindingRow = Selectable<Schema['findings']>

export const columns: Columns<FindingRow> = {
  source: 'text',
  id: 'text',
  looked_by: 'text',
  state: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  subject_name: 'text',
  cause: 'text',
  action: 'text',
  since: 'int',
  checked_at: 'int',
}

interface Seen {
  source: string
  lookedBy: string
  since: number
  at: number
}

export const rowOf = (check: Check, { source, lookedBy, since, at }: Seen): FindingRow => ({
  source,
  id: check.id,
  looked_by: lookedBy,
  state: check.state,
  subject_kind: check.subject.kind,
  subject_id: check.subject.id,
  subject_name: check.subject.name,
  cause: JSON.stringify(check.sentence),
  action: check.action ? JSON.stringify(check.action) : '',
  since,
  checked_at: at,
})

/** `rowOf` wrote it. */
export const toCheck = (row: FindingRow): Check => ({
  id: row.id,
  state: row.state,
  subject: {
    kind: row.subject_kind as HealthSubject['kind'],
    id: row.subject_id,
    name: row.subject_name,
  },
  sentence: JSON.parse(row.cause) as Coded,
  ...(row.action !== '' && { action: JSON.parse(row.action) as HealthAction }),
})
