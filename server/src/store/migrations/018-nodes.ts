import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * How a node's certificate is checked, which panel it is, and what it last said. Which inbounds and clients the panel
 * put on a node, with the counters that it last read there. And what a node does not have yet: one row for each key
 * that changed (ADR 096).
 */
export const nodes: Migration = {
  name: '018-nodes',
  statements: ({ int }) => [
    `alter table nodes add column tls_verify_mode text not null default 'verify'`,
    `alter table nodes add column pinned_cert_sha256 ${text}`,
    `alter table nodes add column guid ${text}`,
    `alter table nodes add column xray_state ${text}`,
    `alter table nodes add column xray_error ${text}`,
    `alter table nodes add column last_error_coded ${text}`,
    `alter table node_client_traffics add column client_id ${int}`,
    `alter table node_client_traffics add column sub_id ${text}`,
    `alter table node_client_traffics add column sent ${text}`,
    `alter table node_client_traffics add column granted ${int}`,
    'create index idx_node_client_id on node_client_traffics (client_id)',
    `create table node_inbounds (node_id integer not null, inbound_id integer not null, tag ${text},
      sent ${text}, accepted ${text}, up ${int}, down ${int}, gone_at ${int}, primary key (node_id, inbound_id))`,
    'create index idx_node_inbounds_inbound on node_inbounds (inbound_id)',
    `create table fleet_log (node_id integer not null, kind text not null, key integer not null, seq ${int},
      since ${int}, tries ${int}, retry_at ${int}, error ${text}, primary key (node_id, kind, key))`,
  ],
}
