import type { Migration } from '../migrate.ts'

/**
 * Clients that have used nine tenths of their quota are found without reading all. Names of entries with the remaining
 * quota are no longer the default: a panel in use keeps them.
 */
export const nearlySpent: Migration = {
  name: '047-nearly-spent',
  statements: () => [
    'create index idx_traffic_nearly_spent on client_traffics (email) where total > 0 and (total - up - down) * 10 <= total',
    `insert into settings (key, value) select 'subShowInfo', 'true'
      where exists (select 1 from clients) and not exists (select 1 from settings where key = 'subShowInfo')`,
  ],
}
