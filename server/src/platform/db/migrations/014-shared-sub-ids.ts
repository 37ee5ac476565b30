import type { Migration } from '../migrate.ts'

/** Databases of the incumbent have several clients with one subscription id: it is looked up, and no longer unique. */
export const sharedSubIds: Migration = {
  name: '014-shared-sub-ids',
  statements: () => [
    'drop index idx_clients_sub',
    "create index idx_clients_sub on clients (sub_id) where sub_id <> ''",
  ],
}
