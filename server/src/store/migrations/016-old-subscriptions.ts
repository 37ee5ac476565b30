import type { Migration } from '../migrate.ts'

/** Signed subscription URLs of another panel: what verifies them, and how that panel knew each client (ADR 090). */
export const oldSubscriptions: Migration = {
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
}
