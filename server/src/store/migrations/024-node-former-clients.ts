import type { Migration } from '../migrate.ts'

/** Clients that the panel took off a node: a backup of the node may bring them back under a name that is taken by now. */
export const nodeFormerClients: Migration = {
  name: '024-node-former-clients',
  statements: ({ int }) => [
    `create table node_former_clients (node_id integer not null, email text not null, sub_id text not null,
      gone_at ${int}, primary key (node_id, email, sub_id))`,
  ],
}
