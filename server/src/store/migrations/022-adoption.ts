import type { Migration } from '../migrate.ts'

/**
 * Clients on an adopted inbound that stayed the node's own. And how much of a panel's counters was counted when it
 * stopped being a node: if it comes back, these bytes are not counted again (ADR 100).
 */
export const adoption: Migration = {
  name: '022-adoption',
  statements: ({ int }) => [
    `create table node_guests (node_id integer not null, email_key text not null,
      primary key (node_id, email_key))`,
    `create table left_clients (panel text not null, client_id integer not null, up ${int}, down ${int},
      primary key (panel, client_id))`,
  ],
}
