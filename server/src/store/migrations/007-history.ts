import type { Migration } from '../migrate.ts'

/**
 * Traffic by five minutes, hour and day. The key is time, then name: a tick writes adjacent rows, old rows are adjacent
 * too, and a point of one name is one index lookup.
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
    // How far the fine rows have been added to hours and days; one row.
    'create table history_folded (id integer primary key, until bigint not null)',
    'insert into history_folded (id, until) values (1, 0)',
  ],
}
