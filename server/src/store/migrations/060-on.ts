import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

export const stepsFrom060: readonly Migration[] = [
  /**
   * Inbounds that follow a group or a plan (ADR 149): what a group names, by which words inbounds may be named, and of each client
   * what it was given and what was taken away by hand.
   */
  {
    name: '060-follow',
    statements: () => [
      `alter table inbounds add column labels ${text}`,
      `alter table client_groups add column follows ${text}`,
      ...['given_inbounds', 'without_inbounds'].map(
        (column) => `alter table clients add column ${column} ${text}`,
      ),
    ],
  },
  /** Monthly caps and costs of servers; bytes by day, place and client where a cost is noted (ADR 148). */
  {
    name: '061-server-caps',
    statements: ({ int, real }) => [
      `create table server_caps (kind text not null, place bigint not null, cap_bytes ${int}, reset_day ${int},
      counts ${text}, warn_percent ${int}, at_end ${text}, cost_month ${real}, cost_tb ${real}, stage ${text},
      counted_since ${int}, primary key (kind, place))`,
      `create table place_days (at bigint not null, place bigint not null, ref bigint not null, up ${int}, down ${int},
      primary key (at, place, ref))`,
      `alter table inbounds add column capped ${text}`,
    ],
  },
  /**
   * Quotas for inbounds, nodes and labels (ADR 150): of clients and groups as JSON, and what follows from them. `used` is in
   * hundredths of a byte. The tick finds by index what is used up or begins anew.
   */
  {
    name: '062-quotas',
    statements: ({ int }) => [
      `alter table client_groups add column quotas ${text}`,
      ...['quotas', 'counted_inbounds', 'spent_inbounds'].map(
        (column) => `alter table clients add column ${column} ${text}`,
      ),
      `create table client_quota_usage (target text not null, client_id bigint not null, bytes ${int}, used ${int}, spent ${int},
      reset ${text}, owner ${text}, ends_at ${int}, primary key (target, client_id))`,
      `create index idx_quota_client on client_quota_usage (client_id)`,
      `create index idx_quota_full on client_quota_usage (client_id) where spent = 0 and used >= bytes * 100`,
      `create index idx_quota_ends on client_quota_usage (ends_at) where ends_at > 0`,
    ],
  },
  /** What a byte through an advertised address counts, and the number of its keys in names of the core (ADR 151). */
  {
    name: '063-address-multipliers',
    statements: ({ int, engine }) => [
      `alter table host_groups add column multiplier ${engine === 'sqlite' ? 'real' : 'double precision'}`,
      `alter table host_groups add column key_number ${int}`,
    ],
  },
  /** What all clients together used on each inbound and day: Usage shows it without adding up every client (ADR 146). */
  {
    name: '064-inbound-days',
    statements: ({ int }) => [
      `create table inbound_days (day bigint not null, inbound_id integer not null, up ${int}, down ${int}, charged ${int},
      rest ${int}, primary key (day, inbound_id))`,
      `insert into inbound_days (day, inbound_id, up, down, charged, rest)
      select day, inbound_id, sum(up), sum(down), cast(sum(charged) as bigint) / 100, cast(sum(charged) as bigint) % 100
      from client_inbound_days group by day, inbound_id`,
    ],
  },
]
