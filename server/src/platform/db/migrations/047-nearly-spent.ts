import type { Migration } from '../migrate.ts'

/** Clients that have used nine tenths of their quota are found without reading all. */
export const nearlySpent: Migration = {
  name: '047-nearly-spent',
  statements: () => [
    'create index idx_traffic_nearly_spent on client_traffics (email) where total > 0 and (total - up - down) * 10 <= total',
  ],
}
