import type { Migration } from '../migrate.ts'

/**
 * The last reading of each core counter, and the core process it belongs to (R30). `credit_to` is the client that a
 * counter's bytes belong to after a rename. The partial indexes contain only clients that are due in a tick, usually
 * none, so the check is free at any number of clients.
 */
export const trafficReadings: Migration = {
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
}
