import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { searchedText, searchText } from '../rows/client.ts'

const text = "text not null default ''"

/** Rows with non-ASCII text: SQLite's `lower` does not change those letters. */
const foreign = {
  sqlite: 'length(cast(search_text as blob)) <> length(search_text)',
  postgres: 'octet_length(search_text) <> length(search_text)',
}

export const stepsTo017: readonly Migration[] = [
  /** The incumbent's 14 tables with their names (R43), and our first two. */
  {
    name: '001-incumbent-tables',
    statements: ({ id, int, bool, real }) => [
      `create table users (${id}, username text not null, password text not null,
      login_epoch ${int}, totp_step ${int})`,
      `create table settings (${id}, key text not null, value text not null)`,
      'create unique index idx_settings_key on settings (key)',
      `create table history_of_seeders (${id}, seeder_name text not null)`,
      `create table custom_geo_resources (${id}, geo_type text not null, alias text not null, url text not null,
      local_path ${text}, last_updated_at ${int}, last_modified ${text}, created_at ${int}, updated_at ${int})`,
      'create unique index idx_custom_geo_type_alias on custom_geo_resources (geo_type, alias)',
      `create table nodes (${id}, name text not null unique, remark ${text}, scheme text not null default 'https',
      address ${text}, port ${int}, base_path text not null default '/', api_token ${text},
      enable ${bool('true')}, allow_private_address ${bool('false')}, status text not null default 'unknown',
      last_heartbeat ${int}, latency_ms ${int}, xray_version ${text}, panel_version ${text}, cpu_pct ${real},
      mem_pct ${real}, uptime_secs ${int}, last_error ${text}, created_at ${int}, updated_at ${int})`,
      `create table api_tokens (${id}, name text not null unique, token text not null, enabled ${bool('true')},
      created_at ${int}, last_used_at ${int})`,
      'create unique index idx_api_tokens_token on api_tokens (token)',
      `create table inbounds (${id}, user_id ${int}, up ${int}, down ${int}, total ${int}, remark ${text},
      enable ${bool('true')}, expiry_time ${int}, traffic_reset text not null default 'never',
      last_traffic_reset_time ${int}, listen ${text}, port ${int}, protocol ${text}, settings ${text},
      stream_settings ${text}, tag text not null unique, sniffing ${text}, node_id integer)`,
      'create index idx_inbounds_node on inbounds (node_id)',
      'create index idx_inbounds_port on inbounds (port)',
      `create table client_traffics (${id}, inbound_id ${int}, enable ${bool('true')}, email text not null unique,
      up ${int}, down ${int}, expiry_time ${int}, total ${int}, reset ${int}, last_online ${int})`,
      `create table outbound_traffics (${id}, tag text not null unique, up ${int}, down ${int}, total ${int})`,
      `create table inbound_client_ips (${id}, client_email text not null unique, ips ${text})`,
      `create table clients (${id}, email text not null unique, sub_id ${text}, uuid ${text}, password ${text},
      auth ${text}, flow ${text}, security ${text}, reverse ${text}, limit_ip ${int}, total_gb ${int},
      expiry_time ${int}, enable ${bool('true')}, tg_id ${int}, comment ${text}, reset ${int},
      created_at ${int}, updated_at ${int})`,
      'create index idx_clients_sub_id on clients (sub_id)',
      `create table client_inbounds (client_id integer not null, inbound_id integer not null, flow_override ${text},
      created_at ${int}, primary key (client_id, inbound_id))`,
      'create index idx_client_inbounds_inbound on client_inbounds (inbound_id, client_id)',
      `create table inbound_fallbacks (${id}, master_id integer not null, child_id ${int}, name ${text}, alpn ${text},
      path ${text}, xver ${int}, dest ${text}, sort_order ${int})`,
      'create index idx_inbound_fallbacks_master on inbound_fallbacks (master_id, sort_order, id)',
      'create index idx_inbound_fallbacks_child on inbound_fallbacks (child_id)',
      `create table node_client_traffics (${id}, node_id integer not null, email text not null, up ${int}, down ${int})`,
      'create unique index idx_node_client on node_client_traffics (node_id, email)',
      `create table sessions (id text primary key, user_id integer not null, login_epoch ${int},
      csrf_token text not null, address ${text}, user_agent ${text}, created_at ${int}, expires_at ${int})`,
      'create index idx_sessions_expires on sessions (expires_at)',
      `create table audit (${id}, at ${int}, actor_kind text not null, actor text not null, action text not null,
      object_kind ${text}, object ${text}, address ${text}, before text, after text)`,
      'create index idx_audit_object on audit (object_kind, object, id)',
    ],
  },
  /**
   * Our own columns on the incumbent's tables, each with a default, and the indexes that keep the cost of an edit or a
   * page independent of the number of clients: keys to find another owner of a credential, and partial indexes of the
   * clients that have ended or are about to.
   */
  {
    name: '002-one-truth',
    statements: ({ id, int, bool, isFalse, engine }) => [
      ...['email_key', 'uuid_key', 'password_key', 'auth_key', 'group_name', 'external_links'].map(
        (c) => `alter table clients add column ${c} ${text}`,
      ),
      ...['limit_hwid', 'reset_day', 'reset_max'].map((c) => `alter table clients add column ${c} ${int}`),
      `alter table clients add column disabled_by_panel ${bool('false')}`,
      'create unique index idx_clients_email_key on clients (email_key)',
      "create unique index idx_clients_sub on clients (sub_id) where sub_id <> ''",
      'drop index idx_clients_sub_id',
      "create index idx_clients_uuid_key on clients (uuid_key) where uuid_key <> ''",
      "create index idx_clients_password_key on clients (password_key) where password_key <> ''",
      "create index idx_clients_auth_key on clients (auth_key) where auth_key <> ''",
      "create index idx_clients_group on clients (group_name) where group_name <> ''",
      'create index idx_clients_tg on clients (tg_id) where tg_id <> 0',
      'create index idx_clients_enable on clients (enable)',
      // PostgreSQL limits the size of an index entry, and scans a table in parallel.
      ...(engine === 'sqlite' ? [`create index idx_clients_search on clients (${searchedText()})`] : []),
      `alter table client_traffics add column reset_count ${int}`,
      `alter table client_traffics add column last_sub_fetch ${int}`,
      'create index idx_traffic_left on client_traffics ((total - up - down)) where total > 0',
      'create index idx_traffic_expiry on client_traffics (expiry_time) where expiry_time > 0',
      `create index idx_traffic_off on client_traffics (email) where enable = ${isFalse}`,
      `alter table inbounds add column traffic_reset_day integer not null default 1`,
      `alter table inbounds add column sub_sort_index integer not null default 1`,
      `alter table inbounds add column share_addr_strategy text not null default 'node'`,
      `alter table inbounds add column share_addr ${text}`,
      `alter table inbounds add column disable_flow ${bool('false')}`,
      'create table client_groups (name text primary key)',
      'create table client_tombstones (email_key text primary key, deleted_at bigint not null)',
      `create table host_groups (group_id text primary key, sort_order ${int}, is_disabled ${bool('false')}, data ${text},
      created_at ${int}, updated_at ${int})`,
      `create table hosts (${id}, group_id text not null, inbound_id integer not null, address text not null)`,
      'create index idx_hosts_inbound on hosts (inbound_id)',
      'create index idx_hosts_group on hosts (group_id)',
    ],
  },
  /** Configurations that the core has run, without clients, to compare or restore. */
  {
    name: '003-core-versions',
    statements: ({ id, int }) => [
      `create table core_versions (${id}, at ${int}, actor_kind text not null default '', actor text not null default '',
      reason text not null default '', template text not null default '', config text not null default '')`,
    ],
  },
  /** Remote lists of share links; names and columns are the incumbent's (R43). */
  {
    name: '004-outbound-subscriptions',
    statements: ({ id, int, bool }) => [
      `create table outbound_subscriptions (${id}, remark text not null default '', url text not null default '',
      enabled ${bool('true')}, tag_prefix text not null default '', update_interval ${int}, priority ${int},
      prepend ${bool('false')}, last_updated ${int}, last_tried ${int}, last_error text not null default '',
      last_fetched_outbounds text not null default '', created_at ${int}, updated_at ${int})`,
    ],
  },
  /**
   * Text for the search, lower-cased by our own code on both engines and stored in the row. On SQLite an index in row
   * order covers it: a tenth of the table's size, and new clients are appended.
   */
  {
    name: '005-client-search',
    statements: ({ engine }) => [
      "alter table clients add column search_text text not null default ''",
      "update clients set search_text = lower(email_key || '\n' || sub_id || '\n' || comment)",
      ...(engine === 'sqlite'
        ? ['drop index idx_clients_search', 'create index idx_clients_search on clients (id, search_text)']
        : []),
    ],
    async fill(tx, engine) {
      const rows = await tx
        .selectFrom('clients')
        .select(['id', 'email', 'sub_id', 'comment'])
        .where(sql.raw<boolean>(foreign[engine]))
        .execute()
      for (const { id, email, sub_id, comment } of rows)
        await tx
          .updateTable('clients')
          .set({ search_text: searchText({ email, subId: sub_id, comment }) })
          .where('id', '=', id)
          .execute()
    },
  },
  /**
   * The last reading of each core counter, and the core process it belongs to (R30). `credit_to` is the client that a
   * counter's bytes belong to after a rename. The partial indexes contain only clients that are due in a tick, usually
   * none, so the check is free at any number of clients.
   */
  {
    name: '006-traffic-readings',
    statements: ({ int, bool, isFalse }) => {
      const isTrue = isFalse === 'false' ? 'true' : '1'
      return [
        `create table traffic_readings (kind text not null, name text not null, start_id text not null default '',
        up ${int}, down ${int}, credit_to text not null default '', primary key (kind, name))`,
        `create table traffic_marks (name text primary key, at ${int})`,
        `alter table client_traffics add column cut_at ${int}`,
        `alter table inbounds add column disabled_by_panel ${bool('false')}`,
        `create index idx_traffic_full on client_traffics (email)
        where enable = ${isTrue} and total > 0 and total <= up + down`,
        `create index idx_traffic_running on client_traffics (expiry_time) where enable = ${isTrue} and expiry_time > 0`,
        'create index idx_traffic_renewing on client_traffics (expiry_time) where reset > 0 and expiry_time > 0',
        'create index idx_traffic_waiting on client_traffics (last_online) where expiry_time < 0',
        'create index idx_traffic_cut on client_traffics (email) where cut_at > 0',
      ]
    },
  },
  /**
   * Traffic by five minutes, hour and day. The key is time, then name: a tick writes adjacent rows, old rows are adjacent
   * too, and a point of one name is one index lookup.
   */
  {
    name: '007-history',
    statements: ({ id, engine }) => [
      `create table history_names (${id}, kind smallint not null, name text not null)`,
      'create unique index idx_history_names on history_names (kind, name)',
      ...['history_fine', 'history_hours', 'history_days'].map(
        (table) =>
          `create table ${table} (at bigint not null, ref integer not null, up bigint not null, down bigint not null,
          primary key (at, ref))${engine === 'sqlite' ? ' without rowid' : ''}`,
      ),
      // How far the fine rows have been added to hours and days; one row.
      'create table history_folded (id integer primary key, until bigint not null)',
      'insert into history_folded (id, until) values (1, 0)',
    ],
  },
  /** Presets for clients; a plan's texts are one JSON value because they are not searched. */
  {
    name: '009-plans',
    statements: ({ id, int }) => [
      `create table plans (${id}, name_key text not null, data text not null default '', updated_at ${int})`,
      'create unique index idx_plans_name on plans (name_key)',
    ],
  },
  /** Whether the password was generated by the panel: only then the wizard asks for a new one. */
  {
    name: '010-password-made',
    statements: ({ bool }) => [`alter table users add column password_made ${bool('false')}`],
  },
  /**
   * `used_codes`: the newest time step for which a two-factor code was used, per secret. It is a table of its own because
   * a code is used up for every purpose, also for a secret that no login has used. `visitor_token`: the CSRF token that a
   * program fetched before login; blank for browser sessions.
   */
  {
    name: '011-logins',
    statements: ({ int }) => [
      `create table used_codes (secret text primary key, step ${int})`,
      'alter table users drop column totp_step',
      "alter table sessions add column visitor_token text not null default ''",
    ],
  },
  /** Clients that renew automatically, by a number of days or a day of the month: a tick queries the expired ones. */
  {
    name: '012-client-renewal',
    statements: () => [
      'drop index idx_traffic_renewing',
      `create index idx_clients_renewing on clients (expiry_time)
      where (reset > 0 or reset_day > 0) and expiry_time > 0`,
    ],
  },
  /** A client's key for Shadowsocks 2022, if its password is used elsewhere and is not such a key. */
  {
    name: '013-shadowsocks-key',
    statements: () => [
      "alter table clients add column shadowsocks_key text not null default ''",
      "create index idx_clients_shadowsocks_key on clients (shadowsocks_key) where shadowsocks_key <> ''",
    ],
  },
  /** Incumbent databases have several clients with one subscription id: it is indexed, and no longer unique (R18). */
  {
    name: '014-shared-sub-ids',
    statements: () => [
      'drop index idx_clients_sub',
      "create index idx_clients_sub on clients (sub_id) where sub_id <> ''",
    ],
  },
  /**
   * Readings have a source: the instance whose core was read. Readings from before this step keep a blank source until
   * the next start, when the instance that opens the database takes them over. SQLite cannot change a primary key, so
   * the table is made anew.
   */
  {
    name: '015-sources',
    statements: ({ int }) => [
      `create table instances (id text primary key, name text not null default '', version text not null default '',
      started_at ${int}, seen_at ${int})`,
      'alter table traffic_readings rename to traffic_readings_without_source',
      `create table traffic_readings (source text not null, kind text not null, name text not null,
      start_id text not null default '', up ${int}, down ${int}, credit_to text not null default '',
      primary key (source, kind, name))`,
      `insert into traffic_readings (source, kind, name, start_id, up, down, credit_to)
      select '', kind, name, start_id, up, down, credit_to from traffic_readings_without_source`,
      'drop table traffic_readings_without_source',
    ],
  },
  /** Signed subscription URLs of another panel: what verifies them, and how that panel knew each client (ADR 090). */
  {
    name: '016-old-subscriptions',
    statements: ({ id, int }) => [
      `create table old_subscriptions (${id}, kind text not null, secret text not null, path text not null)`,
      'create unique index idx_old_subscriptions on old_subscriptions (kind, secret, path)',
      `create table old_identities (source_id ${int}, client_id ${int}, old_id ${int}, name text not null default '',
      name_key text not null default '', sub_id text not null default '', created_at ${int}, revoked_at ${int},
      primary key (source_id, client_id))`,
      'create index idx_old_identities_name on old_identities (source_id, name_key)',
      'create index idx_old_identities_id on old_identities (source_id, old_id)',
    ],
  },
  /** Which Sluice applied a step: an older one that meets the database can name the version that it needs. */
  {
    name: '017-step-versions',
    statements: () => ["alter table schema_migrations add column version text not null default ''"],
  },
]
