import type { Schema } from '../schema.ts'
import type { TableName } from './report.ts'

/**
 * Every table, in the order in which they are copied: the incumbent's in the order of its own move, then ours. A table
 * that is missing here is a type error. `false` stays behind: it says which processes run on this very database and what they tell each other, and a
 * copy of it would let a panel take the place of one that never ran there (ADR 093).
 */
const isCopied: Record<keyof Schema, boolean> = {
  users: true,
  settings: true,
  history_of_seeders: true,
  custom_geo_resources: true,
  nodes: true,
  api_tokens: true,
  inbounds: true,
  client_traffics: true,
  outbound_traffics: true,
  inbound_client_ips: true,
  clients: true,
  client_inbounds: true,
  inbound_fallbacks: true,
  node_client_traffics: true,
  node_former_clients: true,
  node_inbounds: true,
  node_cores: true,
  node_guests: true,
  left_clients: true,
  fleet_log: true,
  client_inbound_traffics: true,
  client_inbound_days: true,
  client_inbound_pending: true,
  inbound_days: true,
  client_addresses: true,
  client_devices: true,
  client_refusals: true,
  client_groups: true,
  client_tombstones: true,
  host_groups: true,
  hosts: true,
  plans: true,
  outbound_subscriptions: true,
  old_subscriptions: true,
  old_identities: true,
  client_apps: true,
  directory_state: true,
  certificates: true,
  acme_accounts: true,
  certificate_attempts: true,
  core_versions: true,
  used_codes: true,
  recovery_codes: true,
  sessions: true,
  audit: true,
  audit_clients: true,
  undo_acts: true,
  undo_parts: true,
  undo_late: true,
  history_names: true,
  history_fine: true,
  history_hours: true,
  history_days: true,
  history_folded: true,
  traffic_readings: true,
  traffic_marks: true,
  telegram_bots: true,
  telegram_chats: true,
  telegram_menus: true,
  alerts: true,
  alert_deliveries: true,
  alert_marks: true,
  webhooks: true,
  instances: false,
  findings: false, // of the machine that looked
  finding_mutes: true,
  health_checks: false,
  entry_checks: false, // as above
  entry_days: true,
  probes: true,
  caller_hours: false, // of the machine that looked
  rotation_rules: true,
  rotations: true,
  server_caps: true,
  place_days: true,
  client_quota_usage: true,
  leases: false,
  change_log: false,
  online_elsewhere: false,
  schema_migrations: true,
}

export const tableNames = Object.keys(isCopied) as TableName[] // of the table above

/** What a start of the schema writes by itself: rows here do not mean that somebody uses the database. */
const ownRows: readonly TableName[] = [
  'schema_migrations',
  'history_folded',
  'instances',
  'leases',
  'change_log',
  'online_elsewhere',
]
export const telling = tableNames.filter((table) => !ownRows.includes(table))

/** The tables of a schema to copy, in order. A table that later steps remove comes last. */
export function inCopyOrder<T extends { name: string }>(tables: readonly T[]): T[] {
  const place = ({ name }: T) => {
    const at = tableNames.indexOf(name as TableName) // -1 for any other name
    return at < 0 ? tableNames.length : at
  }
  return tables
    .filter(({ name }) => isCopied[name as TableName] !== false)
    .toSorted((a, b) => place(a) - place(b))
}
