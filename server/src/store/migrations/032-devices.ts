import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

/**
 * Devices that fetched the subscription of a client with a device limit. `hash` stands for the id that the app sent,
 * which is stored nowhere.
 */
export const clientDevices: Migration = {
  name: '032-devices',
  statements: ({ id, int, bool }) => [
    `create table client_devices (${id}, client_id integer not null, hash ${text}, first_seen ${int}, last_seen ${int},
      user_agent ${text}, device_os ${text}, os_version ${text}, device_model ${text}, blocked ${bool('false')})`,
    'create unique index idx_client_devices_client on client_devices (client_id, hash)',
  ],
}
