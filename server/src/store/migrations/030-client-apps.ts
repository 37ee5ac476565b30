import type { Migration } from '../migrate.ts'

/** Which apps fetch a client's subscription, and when each did last (ADR 081). */
export const clientApps: Migration = {
  name: '030-client-apps',
  statements: ({ int }) => [
    `create table client_apps (client_id ${int}, app text not null, seen_at ${int}, primary key (client_id, app))`,
    'create index idx_client_apps_seen on client_apps (seen_at)',
  ],
}
