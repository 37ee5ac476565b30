import type { Selectable } from 'kysely'
import type { AuditEntry, AuditFilter } from '#contract/audit-api.ts'
import { csvLine } from '../platform/csv.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Schema } from '../store/schema.ts'

/** `what`: of the client that the filter names. */
type Row = Selectable<Schema['audit']> & { undone_at: number | null; what?: string | null }

const columns = 'id, at, actor_kind, actor, action, object_kind, object, address, before, after, undo_id'
const undone = '(select u.undone_at from undo_acts u where u.id = audit.undo_id) as undone_at'
const step = 500
const mostActors = 100
/** The largest value of the column. */
const beyondAll = 2_147_483_647
const head = ['time', 'actorKind', 'actor', 'action', 'objectKind', 'object', 'address', 'before', 'after']

/**
 * The audit log as people read it: pages, actors and a CSV file. Owns no table; `store/audit` writes `audit` with
 * each commit. A filter may scan the whole log, so it never runs on the event loop.
 */
export function createReading(bulkReads: Pick<BulkReads, 'scan'>) {
  /** Newest first, older than `before`. */
  async function* csv(filter: AuditFilter): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(head)}` // BOM: spreadsheets detect UTF-8 by it
    const { where, parameters } = filterSql(filter)
    const older = `${where === '' ? 'where' : `${where} and`} id < $${parameters.length + 1}`
    const sql = `select ${columns} from audit ${older} order by id desc limit ${step}`
    for (let last = beyondAll; ; ) {
      const rows = await bulkReads.scan<Row>(sql, [...parameters, last])
      yield rows.map(lineOf).join('')
      if (rows.length < step) return
      last = rows.at(-1)?.id ?? 0
    }
  }

  return {
    async page(filter: AuditFilter, page: number, pageSize: number) {
      const { where, parameters } = filterSql(filter)
      const [counted] = await bulkReads.scan<{ n: number }>(
        `select count(*) as n from audit ${where}`,
        parameters,
      )
      const limits = `limit $${parameters.length + 1} offset $${parameters.length + 2}`
      const { client } = filter
      const what = client === undefined ? '' : `, ${whatFor(`$${parameters.length + 3}`)} as what`
      const rows = await bulkReads.scan<Row>(
        `select ${columns}, ${undone}${what} from audit ${where} order by id desc ${limits}`,
        [...parameters, pageSize, (page - 1) * pageSize, ...(client === undefined ? [] : [client])],
      )
      const items = rows.map((row) =>
        client === undefined ? entryOf(row) : ofOneClient(entryOf(row), client, row.what ?? ''),
      )
      return { items, total: Number(counted?.n ?? 0), page, pageSize }
    },
    actors: () =>
      bulkReads.scan<{ kind: string; name: string }>(
        `select distinct actor_kind as kind, actor as name from audit where actor <> ''
          order by actor, actor_kind limit ${mostActors}`,
        [],
      ),
    csv,
  }
}

const entryOf = (r: Row): AuditEntry => ({
  id: r.id,
  at: r.at,
  actorKind: r.actor_kind,
  actor: r.actor,
  action: r.action,
  objectKind: r.object_kind,
  object: r.object,
  address: r.address,
  before: r.before === null ? null : JSON.parse(r.before),
  after: r.after === null ? null : JSON.parse(r.after),
  ...(Number(r.undo_id) > 0 && { undo: { id: Number(r.undo_id), state: stateOf(r.undone_at) } }),
})

/** An act on many as one client's history shows it: without the others. */
function ofOneClient(entry: AuditEntry, email: string, what: string): AuditEntry {
  if (entry.objectKind !== 'clients') return entry
  const { change, of } = (entry.after ?? {}) as { change?: unknown; of?: unknown }
  const own = what === '' ? change : { [what]: 1 }
  const after = {
    emails: [email],
    ...(of !== undefined && { of }),
    ...(own !== undefined && { change: own }),
  }
  return { ...entry, object: email, after }
}

/** Null: what it changed is no longer kept. */
const stateOf = (undoneAt: number | null) =>
  undoneAt === null ? 'gone' : Number(undoneAt) > 0 ? 'done' : 'open'

const lineOf = (r: Row): string =>
  csvLine([
    new Date(r.at).toISOString(),
    r.actor_kind,
    r.actor,
    r.action,
    r.object_kind,
    r.object,
    r.address,
    r.before ?? '',
    r.after ?? '',
  ])

const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** All text of an entry that can be searched. */
const allText = `(object || ' ' || actor || ' ' || action || ' ' || address || ' ' || coalesce(before, '') || ' ' || coalesce(after, ''))`

const entriesOf = (email: string): string =>
  `select a.audit_id from audit_clients a join clients c on c.id = a.client_id where c.email = ${email}`

/** What the entry did to one client of many; null if nothing is said. */
const whatFor = (email: string): string =>
  `(select a.what from audit_clients a join clients c on c.id = a.client_id
    where a.audit_id = audit.id and c.email = ${email})`

/** The conditions of a filter with their parameters, starting at `$1`; the same SQL for both engines. */
function filterSql(filter: AuditFilter): { where: string; parameters: (string | number)[] } {
  const parameters: (string | number)[] = []
  const next = (value: string | number): string => {
    parameters.push(value)
    return `$${parameters.length}`
  }
  const like = (column: string, value: string) => `${column} like ${next(value)} escape '\\'`
  const conditions: string[] = []
  if (filter.objectKind !== undefined) conditions.push(`object_kind = ${next(filter.objectKind)}`)
  if (filter.object !== undefined) conditions.push(`object = ${next(filter.object)}`)
  if (filter.client !== undefined)
    conditions.push(
      `(id in (${entriesOf(next(filter.client))}) or (object_kind = 'client' and object = ${next(filter.client)}))`,
    )
  if (filter.actor !== undefined) conditions.push(`actor = ${next(filter.actor)}`)
  if (filter.from !== undefined) conditions.push(`at >= ${next(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`at <= ${next(filter.to)}`)
  if (filter.verbs !== undefined) {
    const verbs = filter.verbs.split(',').map((verb) => like('action', `%.${verb}`))
    conditions.push(`(${verbs.join(' or ')})`)
  }
  const text = filter.text?.trim() ?? ''
  if (text !== '') {
    // SQLite, and PostgreSQL in some locales, lower-case only ASCII: other letters are also matched as typed.
    const folded = [text.toLowerCase(), text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]
    conditions.push(`(${folded.map((one) => like(`lower(${allText})`, within(one))).join(' or ')})`)
  }
  return { where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '', parameters }
}
