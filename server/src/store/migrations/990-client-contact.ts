import type { Migration } from '../migrate.ts'

/** How to reach the person behind a client. */
export const clientContact: Migration = {
  name: '990-client-contact',
  statements: () => ["alter table clients add column contact text not null default ''"],
}
