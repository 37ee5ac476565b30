import type { Migration } from '../migrate.ts'

/** Devices with keys of their own, which are kept with the client, and the bytes that each has moved (ADR 121). */
export const deviceKeys: Migration = {
  name: '033-device-keys',
  statements: ({ int, bool }) => [
    `alter table clients add column device_keys ${bool('false')}`,
    "alter table clients add column device_secrets text not null default ''",
    `alter table client_devices add column up ${int}`,
    `alter table client_devices add column down ${int}`,
  ],
}
