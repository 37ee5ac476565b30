import type { Migration } from '../migrate.ts'

/**
 * Which clients an entry of the audit log is about, so that each has its history: an act on many is one entry.
 *
 * A new panel enforces IP limits. One that is in use has a user already; it keeps what it had, which was off unless stored.
 */
export const historyAndIpLimit: Migration = {
  name: '046-history-and-ip-limit',
  statements: () => [
    `create table audit_clients (audit_id integer not null, client_id integer not null, what text not null default '',
      primary key (audit_id, client_id))`,
    'create index idx_audit_clients_client on audit_clients (client_id)',
    `insert into settings (key, value) select 'ipLimitEnable', 'false' where exists (select 1 from users)
      and not exists (select 1 from settings where key = 'ipLimitEnable')`,
  ],
}
