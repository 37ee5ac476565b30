import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

export const stepsFrom061: readonly Migration[] = [
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
]
