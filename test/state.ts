import { sql } from 'kysely'
import type { Panel } from '#server/panel.ts'

/** Everything that a caller can change, without the trail of who changed it and the sessions of callers. */
const tables = [
  'inbounds',
  'clients',
  'client_inbounds',
  'client_traffics',
  'inbound_client_ips',
  'inbound_fallbacks',
  'client_groups',
  'client_tombstones',
  'host_groups',
  'hosts',
  'nodes',
  'settings',
] as const

/** The rows of all tables as text: two equal texts are two equal states. */
export async function wholeState({ db }: Panel): Promise<string> {
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db.read)
      return `${table}\n${rows
        .map((r) => JSON.stringify(r))
        .sort()
        .join('\n')}`
    }),
  )
  return parts.join('\n\n')
}

export async function auditRows({ db }: Panel): Promise<number> {
  const row = await db.read
    .selectFrom('audit')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
