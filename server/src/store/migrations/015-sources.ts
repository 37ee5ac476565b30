import type { Migration } from '../migrate.ts'

/**
 * Readings have a source: the instance whose core was read. Readings from before this step keep a blank source until
 * the next start, when the instance that opens the database takes them over. SQLite cannot change a primary key, so
 * the table is made anew.
 */
export const sources: Migration = {
  name: '015-sources',
  statements: ({ int }) => [
    `create table instances (id text primary key, name text not null default '', version text not null default '',
      started_at ${int}, seen_at ${int})`,
    'alter table traffic_readings rename to traffic_readings_without_source',
    `create table traffic_readings (source text not null, kind text not null, name text not null,
      start_id text not null default '', up ${int}, down ${int}, credit_to text not null default '',
      primary key (source, kind, name))`,
    `insert into traffic_readings (source, kind, name, start_id, up, down, credit_to)
      select '', kind, name, start_id, up, down, credit_to from traffic_readings_without_source`,
    'drop table traffic_readings_without_source',
  ],
}
