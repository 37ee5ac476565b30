import { DatabaseSync } from 'node:sqlite'
import type { BackupFacts } from '#contract/backup.ts'
import type { Db } from '../store/open.ts'

/** Sums as floating point: a total may be larger than an integer can be. */
const query = `select (select count(*) from inbounds) as inbounds, (select count(*) from clients) as clients,
  (select count(*) from users) as users, (select coalesce(max(at), 0) from audit) as newest,
  (select coalesce(sum(up * 1.0 + down), 0) from client_traffics) as traffic,
  (select max(name) from schema_migrations) as step`

type Counted = Pick<BackupFacts, 'inbounds' | 'clients' | 'users' | 'traffic' | 'newestChange' | 'schema'>

/** Of a database that cannot be read. */
export const uncounted: Counted = countedOf(undefined)

/** PostgreSQL returns counts and sums as text. */
function countedOf(row: Record<string, unknown> | undefined): Counted {
  const number = (name: string) => Math.min(Number.MAX_SAFE_INTEGER, Math.round(Number(row?.[name] ?? 0)))
  return {
    inbounds: number('inbounds'),
    clients: number('clients'),
    users: number('users'),
    traffic: number('traffic'),
    newestChange: number('newest'),
    schema: String(row?.step ?? ''),
  }
}

export const countedIn = async (db: Pick<Db, 'rows'>): Promise<Counted> =>
  countedOf((await db.rows<Record<string, unknown>>(query, []))[0])

/** Of a file that nothing writes to, with the present schema. */
export function countedInFile(file: string): Counted {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return countedOf(db.prepare(query).get())
  } finally {
    db.close()
  }
}
