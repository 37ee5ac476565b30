import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * What people are told of, and its way to each outlet: an alert is written with the change that caused it, and the
 * leader makes one delivery of it for each outlet that wants it. Marks say what was told already (ADR 110).
 *
 * Databases of 3x-ui from before its list of events have a switch for logins: it becomes part of the list.
 */
export const alerts: Migration = {
  name: '025-alerts',
  statements: ({ id, int, bool, isFalse }) => [
    `create table alerts (${id}, uid text not null unique, kind text not null, params ${text}, threshold ${int},
      at ${int}, routed ${bool('false')}, on_home ${bool('false')}, was_read ${bool('false')})`,
    `create index idx_alerts_unrouted on alerts (id) where routed = ${isFalse}`,
    `create index idx_alerts_home on alerts (id) where on_home <> ${isFalse}`,
    `create table alert_deliveries (${id}, alert_id integer not null, outlet text not null, state text not null,
      tries ${int}, retry_at ${int}, message ${text}, error ${text}, created_at ${int}, done_at ${int})`,
    "create index idx_deliveries_waiting on alert_deliveries (outlet, id) where state = 'waiting'",
    'create index idx_deliveries_alert on alert_deliveries (alert_id)',
    'create table alert_marks (name text not null primary key, value bigint not null)',
    `create table webhooks (${id}, name text not null, url text not null, secret text not null, events ${text},
      enabled ${bool('true')}, allow_private_address ${bool('false')}, created_at ${int}, updated_at ${int})`,
    `insert into settings (key, value) select 'tgEnabledEvents', 'cpu.high' from settings
      where key = 'tgBotLoginNotify' and value = 'false'
      and not exists (select 1 from settings where key = 'tgEnabledEvents')`,
  ],
}
