import type { AuditFilter } from '#contract/audit-api.ts'

/** A LIKE pattern that matches the text literally. */
const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** All text of an entry that can be searched. */
const allText = `(object || ' ' || actor || ' ' || action || ' ' || address || ' ' || coalesce(before, '') || ' ' || coalesce(after, ''))`

const entriesOf = (email: string): string =>
  `select a.audit_id from audit_clients a join clients c on c.id = a.client_id where c.email = ${email}`

/** What the entry did to one client of many; null if nothing is said. */
export const whatFor = (email: string): string =>
  `(select a.what from audit_clients a join clients c on c.id = a.client_id
    where a.audit_id = audit.id and c.email = ${email})`

/** The conditions of a filter with their parameters, starting at `$1`; the same SQL for both engines. */
export function filterSql(filter: AuditFilter): { where: string; parameters: (string | number)[] } {
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
