import type { ColumnType } from 'kysely'
import type { FieldName, GroupField } from '#contract/clients/fields.ts'
import type { Bool, FieldColumns, Id, Int, Real, Text } from './column-types.ts'
import type { RotationTables } from './rotation-tables.ts'
import type { ServiceTables } from './service-tables.ts'
import type { TrafficTables } from './traffic-tables.ts'

/** One schema type for both engines. Table and column names are the incumbent's (R43). */
export interface Schema extends TrafficTables, ServiceTables, RotationTables {
  settings: { id: Id; key: string; value: string }
  history_of_seeders: { id: Id; seeder_name: string }
  custom_geo_resources: {
    id: Id
    geo_type: string
    alias: string
    url: string
    local_path: Text
    last_updated_at: Int
    last_modified: Text
    created_at: Int
    updated_at: Int
    last_error: Text
  }
  nodes: {
    id: Id
    name: string
    remark: Text
    scheme: Text
    address: Text
    port: Int
    base_path: Text
    api_token: Text
    enable: Bool
    allow_private_address: Bool
    status: Text
    last_heartbeat: Int
    latency_ms: Int
    xray_version: Text
    panel_version: Text
    cpu_pct: Int
    mem_pct: Int
    uptime_secs: Int
    last_error: Text
    created_at: Int
    updated_at: Int
    tls_verify_mode: Text
    pinned_cert_sha256: Text
    /** The panel's own id, as it says. */
    guid: Text
    xray_state: Text
    xray_error: Text
    /** The sentence of `last_error` as JSON. */
    last_error_coded: Text
    /** Subscriptions may leave its inbounds out: it has been down for long enough. */
    sub_down: Bool
    /** Where it comes if the least loaded is listed first; this panel is 0. */
    sub_rank: Int
    /** Which calls between two panels of ours it understands: 0 for a panel of another kind, -1 if it never said. */
    fleet: Int
    /** What a byte that it carries counts against quotas. */
    multiplier: Real
  }
  inbounds: {
    id: Id
    user_id: Int
    up: Int
    down: Int
    total: Int
    remark: Text
    enable: Bool
    expiry_time: Int
    traffic_reset: Text
    last_traffic_reset_time: Int
    listen: Text
    port: Int
    protocol: Text
    settings: Text
    stream_settings: Text
    tag: string
    sniffing: Text
    node_id: ColumnType<number | null, number | null | undefined, number | null>
    traffic_reset_day: Int
    sub_sort_index: Int
    share_addr_strategy: Text
    share_addr: Text
    disable_flow: Bool
    disabled_by_panel: Bool
    speed_down: Int
    speed_up: Int
    labels: Text
    /** Former values that are still served during a rotation, as JSON; blank for none. */
    also_served: Text
    /** What a byte counts against the quotas of clients: 2 counts twice. */
    multiplier: Real
    /** `CapHold` as JSON while a monthly cap hides or closes it; blank for none. */
    capped: Text
  }
  inbound_client_ips: { id: Id; client_email: string; ips: Text }
  clients: FieldColumns<Exclude<FieldName, 'email'>> & {
    id: Id
    email: string
    email_key: Text
    uuid_key: Text
    password_key: Text
    auth_key: Text
    external_links: Text
    search_text: Text
  }
  client_addresses: { client_id: number; low: string; high: string }
  client_inbounds: { client_id: number; inbound_id: number; flow_override: Text; created_at: Int }
  directory_state: { id: number; state: string }
  inbound_fallbacks: {
    id: Id
    master_id: number
    child_id: Int
    name: Text
    alpn: Text
    path: Text
    xver: Int
    dest: Text
    sort_order: Int
  }
  /** A client that the panel put on a node, and what was last read there. */
  node_client_traffics: {
    id: Id
    node_id: number
    email: string
    up: Int
    down: Int
    client_id: Int
    sub_id: Text
    /** Names and subscription ids that were sent since and not seen yet, as JSON. */
    sent: Text
    /** Its limit there. */
    granted: Int
    /** When a call for it was last found without an answer; 0 for never. */
    unanswered_at: Int
    /** When it was taken off the node; 0 while it should be there. */
    gone_at: Int
  }

  // Our own tables.
  node_former_clients: { node_id: number; email: string; sub_id: string; gone_at: Int }
  node_inbounds: {
    node_id: number
    inbound_id: number
    tag: Text
    /** A hash of what was last sent. */
    sent: Text
    /** What the node made of it. */
    accepted: Text
    up: Int
    down: Int
    /** When the node no longer had it; 0 while it should have it. */
    gone_at: Int
    /** Its row id on the node; 0 before the node showed it. */
    remote_id: Int
  }
  /** Clients of a node that are on inbounds of ours and stay the node's own. */
  node_guests: { node_id: number; email_key: string }
  /** Updates of the core on nodes; their nodes and the archives that were compared, as JSON. */
  node_cores: {
    id: Id
    version: string
    cause: string
    began_at: Int
    /** 0: it is running. */
    ended_at: Int
    stopping: Bool
    confirmed: string
    nodes: string
  }
  /** What was counted of a client on a panel that is no node any more; `panel` is its id, or where it was. */
  left_clients: { panel: string; client_id: number; up: Int; down: Int }
  fleet_log: {
    node_id: number
    kind: 'inbound' | 'client'
    key: number
    seq: Int
    since: Int
    tries: Int
    retry_at: Int
    /** A coded sentence as JSON. */
    error: Text
  }
  /** What a group gives its members; `used` is the sum of their counters, kept where the group has a shared quota. */
  client_groups: FieldColumns<GroupField> & {
    name: string
    used: Int
    cut_at: Int
    ended: Bool
    follows: Text
  }
  /** What an IP limit refused; `places` is the limit. */
  client_refusals: {
    id: Id
    client_id: number
    at: Int
    place: Text
    act: Text
    counted: Text
    places: Int
  }
  client_tombstones: { email_key: string; deleted_at: number }
  host_groups: {
    group_id: string
    sort_order: Int
    is_disabled: Bool
    data: Text
    /** What a byte through these addresses counts; null: what the inbound's does. */
    multiplier: ColumnType<number | null, number | null | undefined, number | null>
    /** Above 0: their links have keys of their own, and this is the number in names of the core (ADR 151). */
    key_number: Int
    created_at: Int
    updated_at: Int
  }
  hosts: { id: Id; group_id: string; inbound_id: number; address: string }
  core_versions: {
    id: Id
    at: Int
    actor_kind: Text
    actor: Text
    reason: Text
    template: Text
    config: Text
    /** The inbounds at that time, as JSON. */
    inbounds: Text
  }
  outbound_subscriptions: OutboundSubscriptions
  plans: { id: Id; name_key: string; data: Text; updated_at: Int }
  /** Another panel's secret and path: its signed subscription URLs go on answering (ADR 090). */
  old_subscriptions: { id: Id; kind: string; secret: string; path: string }
  /** How that panel knew a client. `sub_id` is the client's at that time. */
  old_identities: {
    source_id: number
    client_id: number
    old_id: Int
    name: Text
    name_key: Text
    sub_id: Text
    created_at: Int
    revoked_at: Int
  }
  /** Which apps fetch a client's subscription; `seen_at` moves once a day. */
  client_apps: { client_id: number; app: string; seen_at: Int }
  /** `version`: the Sluice that applied the step. */
  schema_migrations: { name: string; applied_at: number; version: Text }
}

/** Lists of outbounds that are fetched. */
interface OutboundSubscriptions {
  id: Id
  remark: Text
  url: Text
  enabled: Bool
  tag_prefix: Text
  update_interval: Int
  priority: Int
  prepend: Bool
  last_updated: Int
  /** The last attempt, successful or not. */
  last_tried: Int
  last_error: Text
  last_fetched_outbounds: Text
  created_at: Int
  updated_at: Int
}
