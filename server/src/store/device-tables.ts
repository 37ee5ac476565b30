import type { Bool, Id, Int, Text } from './column-types.ts'

export interface DeviceTables {
  /** Devices of clients with a device limit (ADR 121). */
  client_devices: {
    id: Id
    client_id: number
    /** Stands for the id that the app sent. */
    hash: string
    first_seen: Int
    last_seen: Int
    user_agent: Text
    device_os: Text
    os_version: Text
    device_model: Text
    blocked: Bool
    /** Bytes of the device under its own key; they are in the client's counters, too (ADR 121). */
    up: Int
    down: Int
  }
}
