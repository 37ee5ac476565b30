import type { Migration } from '../migrate.ts'

/** Clients that renew automatically, by a number of days or a day of the month: a tick queries the expired ones. */
export const clientRenewal: Migration = {
  name: '012-client-renewal',
  statements: () => [
    'drop index idx_traffic_renewing',
    `create index idx_clients_renewing on clients (expiry_time)
      where (reset > 0 or reset_day > 0) and expiry_time > 0`,
  ],
}
