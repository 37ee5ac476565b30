import type { Migration } from '../migrate.ts'

/** Incumbent databases have several clients with one subscription id: it is indexed, and no longer unique (R18). */
export const sharedSubIds: Migration = {
  name: '014-shared-sub-ids',
  statements: () => [
    'drop index idx_clients_sub',
    "create index idx_clients_sub on clients (sub_id) where sub_id <> ''",
  ],
}
