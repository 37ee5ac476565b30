import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * What an act on many clients changed, so that it can be undone in one step (ADR 125). `set_at` says when counters were
 * last set by hand or by a renewal: what was counted since is more, and is kept by an undo. Versions of the configuration know
 * the inbounds of their time, so that a rollback restores them (ADR 126).
 */
export const undo: Migration = {
  name: '035-undo',
  statements: ({ id, int }) => [
    `create table undo_acts (${id}, at ${int}, action ${text}, clients ${int}, size ${int}, undone_at ${int}, made_groups ${text})`,
    `create table undo_parts (act_id integer not null, part integer not null, body ${text}, primary key (act_id, part))`,
    `create table undo_late (email text primary key, act_id integer not null, up ${int}, down ${int})`,
    `alter table audit add column undo_id ${int}`,
    `alter table client_traffics add column set_at ${int}`,
    `alter table core_versions add column inbounds ${text}`,
  ],
}
