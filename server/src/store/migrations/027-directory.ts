import type { Migration } from '../migrate.ts'

/** What the directory sync remembers between runs: one row of JSON. */
export const directoryState: Migration = {
  name: '027-directory',
  statements: () => [
    "create table directory_state (id integer primary key, state text not null default '{}')",
  ],
}
