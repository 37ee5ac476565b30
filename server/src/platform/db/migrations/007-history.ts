import type { Migration } from '../migrate.ts'

/**
 * What moved, by five minutes, hour and day. A row is four numbers under its time and then its name, so that a tick
 * writes side by side, what is too old lies side by side too, and a point of one name is one step into the index.
 */
export const history: Migration = {
  name: '007-history',
  statements: ({ id, engine }) => [
    `create table history_names (${id}, kind smallint not null, name text not null)`,
    'create unique index idx_history_names on history_names (kind, name)',
    ...['history_fine', 'history_hours', 'history_days'].map(
      (table) =>
        `create table ${table} (at bigint not null, ref integer not null, up bigint not null, down bigint not null,
          primary key (at, ref))${engine === 'sqlite' ? ' without rowid' : ''}`,
    ),
    // Up to when the fine rows are in the hours and days too; one row.
    'create table history_folded (id integer primary key, until bigint not null)',
    'insert into history_folded (id, until) values (1, 0)',
  ],
}
