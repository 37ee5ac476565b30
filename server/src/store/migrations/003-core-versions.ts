import type { Migration } from '../migrate.ts'

/** Configurations that the core has run, without clients, to compare or restore. */
export const coreVersions: Migration = {
  name: '003-core-versions',
  statements: ({ id, int }) => [
    `create table core_versions (${id}, at ${int}, actor_kind text not null default '', actor text not null default '',
      reason text not null default '', template text not null default '', config text not null default '')`,
  ],
}
