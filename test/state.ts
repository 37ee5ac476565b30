import { sql } from 'kysely'
import type { Panel } from '#server/app/panel.ts'
import type { Schema } from '#server/store/schema.ts'

/**
 * Every table, and whether a request can change its content. A missing table is a type error. Left out: the
 * audit trail, and what the panel writes by itself over time.
 */
const isState: Record<keyof Schema, boolean> = {
  users: true,
  recovery_codes: true,
  used_codes: false, // a tried code is used up, whatever the result of the request
  settings: true,
  history_of_seeders: true,
  custom_geo_resources: true,
  directory_state: true,
  certificates: true,
  acme_accounts: true,
  certificate_attempts: true,
  nodes: true,
  api_tokens: true,
  inbounds: true,
  client_traffics: true,
  outbound_traffics: true,
  inbound_client_ips: true,
  clients: true,
  client_addresses: true,
  client_inbounds: true,
  client_inbound_traffics: true,
  client_inbound_days: true,
  client_inbound_pending: true,
  inbound_days: true,
  client_devices: true,
  client_refusals: false, // what the IP limit refused, written by a job
  inbound_fallbacks: true,
  left_clients: true,
  node_client_traffics: true,
  node_former_clients: true,
  node_cores: true,
  node_guests: true,
  node_inbounds: true,
  fleet_log: true,
  client_groups: true,
  client_tombstones: true,
  host_groups: true,
  hosts: true,
  outbound_subscriptions: true,
  plans: true,
  old_subscriptions: true,
  old_identities: true,
  client_apps: false, // which apps fetched subscriptions, written by a job
  sessions: false, // of the callers themselves
  audit: false, // the audit trail
  audit_clients: false,
  undo_acts: false, // what the trail's acts changed
  undo_parts: false,
  undo_late: false,
  core_versions: false, // what the core was given, a moment after a change
  history_names: false, // roll-ups of traffic
  history_fine: false,
  history_hours: false,
  history_days: false,
  history_folded: false,
  telegram_bots: false, // what the bot remembers between two updates
  telegram_chats: false,
  telegram_menus: false,
  instances: false, // which processes run on the database
  leases: false,
  change_log: false, // what they tell each other
  online_elsewhere: false,
  traffic_readings: false, // the core's counters at the last tick
  traffic_marks: false,
  findings: false, // of the machine, by its schedule
  finding_mutes: true,
  health_checks: false, // as above
  entry_checks: false, // by a job
  entry_days: false,
  probes: true,
  caller_hours: false,
  rotation_rules: true,
  rotations: true,
  server_caps: true,
  place_days: false, // by the tick
  client_quota_usage: false, // as above
  alerts: false, // what happened, and its way to people
  alert_deliveries: false,
  alert_marks: false,
  webhooks: true,
  schema_migrations: false, // written at the start only
}
const tables = Object.keys(isState).filter((table) => isState[table as keyof Schema]) // of the table above

/** Columns with the time a caller was last seen: a refused request changes them too. */
const visits = new Set(['last_used_at'])

const textOf = (row: object | undefined) =>
  row && JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !visits.has(column))))

type Row = Record<string, unknown>

/** The rows of all these tables as text: equal texts are equal states. `asSeen` leaves out what moves by itself. */
export async function wholeState(
  { db }: Pick<Panel, 'db'>,
  asSeen: (row: Row, table: string) => Row | undefined = (row) => row,
): Promise<string> {
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db.read)
      const texts = rows.flatMap((row) => textOf(asSeen(row, table)) ?? [])
      return `${table}\n${texts.sort().join('\n')}`
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
