import type { Migration } from '../migrate.ts'

/**
 * The traffic of all clients together gets a name of its own in the history: the total of a day is one row and not a sum
 * over every client. Totals of the days before are summed up once, here.
 */
export const usageTotals: Migration = {
  name: '036-usage-totals',
  statements: () => [
    `insert into history_names (kind, name)
      select 4, 'clients' where exists (select 1 from history_names where kind = 0)`,
    ...['history_fine', 'history_hours', 'history_days'].map(
      (table) =>
        `insert into ${table} (at, ref, up, down)
          select h.at, (select id from history_names where kind = 4 and name = 'clients'), sum(h.up), sum(h.down)
          from ${table} as h join history_names as n on n.id = h.ref where n.kind = 0 group by h.at`,
    ),
  ],
}
