import type { Migration } from '../migrate.ts'

const text = (initial: string) => `text not null default '${initial}'`

/**
 * A group's shared quota and end: `used` is the sum of its members' counters, kept with every write of a counter.
 * The choices of an IP limit, and what it refused.
 */
export const groupPolicies: Migration = {
  name: '034-group-policies',
  statements: ({ engine, id, int, bool }) => [
    ...['total_gb', 'expiry_time', 'used', 'cut_at', 'limit_ip'].map(
      (column) => `alter table client_groups add column ${column} ${int}`,
    ),
    `alter table client_groups add column ended ${bool('false')}`,
    ...['clients', 'client_groups'].flatMap((table) => [
      `alter table ${table} add column ip_count ${text('address')}`,
      `alter table ${table} add column ip_grace ${int}`,
      `alter table ${table} add column when_over_ip ${text('cut')}`,
    ]),
    // Members that have not ended yet: those of a group that has ended are found without the others.
    `create index idx_clients_group_live on clients (group_name)
      where group_name <> '' and enable = ${engine === 'sqlite' ? '1' : 'true'} and slowed <> 'ended'`,
    "create index idx_traffic_slowed_ended on client_traffics (email) where slowed = 'ended'",
    `create table client_refusals (${id}, client_id integer not null, at ${int}, place ${text('')},
      act ${text('cut')}, counted ${text('address')}, places ${int})`,
    'create index idx_client_refusals_client on client_refusals (client_id, at)',
  ],
}
