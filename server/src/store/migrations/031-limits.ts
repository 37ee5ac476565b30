import type { Migration } from '../migrate.ts'

const limits = ['speed_down', 'speed_up', 'slow_speed', 'fair_use', 'fair_use_speed']

/**
 * Speeds in bits per second, what happens at the quota or the end, and the allowance of a day. `slowed` says why a
 * client is slow now; it is repeated in the traffic row, so that a tick does not look at such a client again and again.
 */
export const speedLimits: Migration = {
  name: '031-limits',
  statements: ({ int }) => [
    ...['clients', 'client_groups'].flatMap((table) => [
      ...limits.map((column) => `alter table ${table} add column ${column} ${int}`),
      `alter table ${table} add column when_ended text not null default 'cut'`,
    ]),
    `alter table client_groups add column limit_hwid ${int}`,
    `alter table clients add column plan_id ${int}`,
    "alter table clients add column slowed text not null default ''",
    "alter table client_traffics add column slowed text not null default ''",
    `alter table client_traffics add column day_at ${int}`,
    `alter table client_traffics add column day_used ${int}`,
    ...['speed_down', 'speed_up'].map((column) => `alter table inbounds add column ${column} ${int}`),
    "create index idx_clients_slowed on clients (slowed) where slowed <> ''",
    "create index idx_traffic_slowed_day on client_traffics (day_at) where slowed = 'day'",
    'create index idx_clients_plan on clients (plan_id) where plan_id <> 0',
    'create index idx_clients_fair_use on clients (id) where fair_use > 0',
  ],
}
