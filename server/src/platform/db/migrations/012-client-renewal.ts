import type { Migration } from '../migrate.ts'

/** Who renews itself, by a number of days or by a day of the month: a tick asks for those whose time has ended. */
export const clientRenewal: Migration = {
  name: '012-client-renewal',
  statements: () => [
    'drop index idx_traffic_renewing',
    `create index idx_clients_renewing on clients (expiry_time)
      where (reset > 0 or reset_day > 0) and expiry_time > 0`,
  ],
}
