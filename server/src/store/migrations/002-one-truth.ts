import type { Migration } from '../migrate.ts'
import { searchedText } from '../search.ts'

const text = "text not null default ''"

/**
 * Our own columns on the incumbent's tables, each with a default, and the indexes that keep the cost of an edit or a
 * page independent of the number of clients: keys to find another owner of a credential, and partial indexes of the
 * clients that have ended or are about to.
 */
export const oneTruth: Migration = {
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
}
