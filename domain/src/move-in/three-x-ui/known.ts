import { coded } from '#domain/refusal.ts'
import { asText } from '#domain/untyped.ts'
import type { Findings } from '../findings.ts'
import type { SourceTables, SourceValue } from '../source-tables.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Columns that are read, or that mean nothing here: row numbers, and what each panel measures itself. */
const columns: Readonly<Record<string, ReadonlySet<string>>> = {
  inbounds: words(`id user_id up down total all_time remark enable expiry_time traffic_reset traffic_reset_day
    last_traffic_reset_time listen port protocol settings stream_settings tag sniffing node_id origin_node_guid
    sub_sort_index share_addr_strategy share_addr disable_flow`),
  clients:
    words(`id email sub_id uuid password auth flow security reverse limit_ip total_gb expiry_time enable tg_id
    group_name comment reset created_at updated_at limit_hwid reset_day reset_max wg_private_key wg_public_key
    wg_allowed_ips wg_pre_shared_key wg_keep_alive`),
  client_inbounds: words('client_id inbound_id flow_override created_at'),
  client_traffics:
    words(`id inbound_id enable email up down all_time expiry_time total reset last_online reset_day
    reset_max`),
  client_groups: words('id name reset_up reset_down created_at updated_at'),
  client_external_links: words('id client_id kind value remark sort_index created_at'),
  inbound_client_ips: words('id client_email ips'),
  inbound_fallbacks: words('id master_id child_id name alpn path xver dest sort_order'),
  hosts:
    words(`id group_id inbound_id sort_order remark server_description is_disabled is_hidden tags address port
    security sni host_header path alpn fingerprint override_sni_from_address keep_sni_blank pinned_peer_cert_sha256
    verify_peer_cert_by_name allow_insecure ech_config_list mux_params sockopt_params final_mask vless_route
    exclude_from_sub_types mihomo_ip_version mihomo_x25519 shuffle_host node_guids created_at updated_at`),
  nodes:
    words(`id name remark scheme address port base_path api_token enable allow_private_address tls_verify_mode
    pinned_cert_sha256 guid status
    last_heartbeat latency_ms xray_version panel_version cpu_pct mem_pct uptime_secs net_up net_down last_error
    xray_state xray_error config_dirty config_dirty_at inbounds_adopted_at created_at updated_at`),
  outbound_traffics: words('id tag up down total'),
  outbound_subscriptions:
    words(`id remark url enabled tag_prefix update_interval priority prepend last_updated
    last_error last_fetched_outbounds link_identities created_at updated_at`),
  custom_geo_resources: words(`id geo_type alias url local_path last_updated_at last_modified created_at
    updated_at`),
  settings: words('id key value'),
  users: words('id username password login_epoch login_secret'),
  api_tokens: words('id name token enabled created_at'),
  history_of_seeders: words('id seeder_name'),
}

/** Tables whose rows are read; of the others only the name and the number of rows are needed. */
export const threeXuiTables: ReadonlySet<string> = new Set(Object.keys(columns))

/** What one panel notes about others; this one makes its own notes. */
const bookkeeping = words('node_client_traffics client_global_traffics node_client_ips node_pending_resets')

/** By what the database has; no version is written in it. */
export function versionOf(tables: SourceTables): string {
  if (tables.has('node_pending_resets') || tables.has('tuic_traffic_receipts')) return '3.7+'
  if (tables.has('hosts')) return '3.4+'
  if (tables.has('outbound_subscriptions')) return '3.3'
  if (tables.has('client_groups')) return '3.2'
  return tables.has('clients') ? '3.0 or 3.1' : '2.x'
}

/** Values of columns that are not read, and that ask for what happens here anyway. */
const usual: Readonly<Record<string, string>> = { inbound_sync_mode: 'all' }

const isBlank = (value: SourceValue | undefined): boolean =>
  !value || ['0', '[]', '{}', 'null', 'false'].includes(asText(value))

/** Everything that later versions, or other programs, have put into the database. */
export function nameUnknown(tables: SourceTables, found: Findings): void {
  for (const [table, { columns: has, rows: read, rowCount: rows }] of tables) {
    if (table.startsWith('sqlite_')) continue
    const known = Object.hasOwn(columns, table) ? columns[table] : undefined
    const isUsed = (column: string) =>
      read.some((row) => !isBlank(row[column]) && asText(row[column]) !== usual[column])
    const strange = known ? has.filter((column) => !known.has(column) && isUsed(column)) : []
    if (strange.length > 0)
      found.add(
        'left',
        table,
        coded('movein.columns-left', { table, columns: strange.join(', ').slice(0, 1000) }),
      )
    if (known || rows === 0) continue
    if (bookkeeping.has(table)) found.add('note', table, coded('movein.bookkeeping', { table }))
    else found.add('left', table, coded('movein.table-left', { table, rows }))
  }
}
