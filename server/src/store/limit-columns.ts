import type { ColumnType } from 'kysely'
import type { Ending, IpCount, Slowed } from '#contract/limits.ts'
import type { Bool, Id, Int, Text } from './column-types.ts'

/** What a client or a group limits; speeds in bits per second, 0 is not set. */
export interface LimitColumns {
  speed_down: Int
  speed_up: Int
  when_ended: ColumnType<Ending, Ending | undefined, Ending>
  slow_speed: Int
  /** Bytes per day. */
  fair_use: Int
  fair_use_speed: Int
  ip_count: ColumnType<IpCount, IpCount | undefined, IpCount>
  /** Seconds. */
  ip_grace: Int
  when_over_ip: ColumnType<Ending, Ending | undefined, Ending>
}

/** Why a client is slow now. */
export type SlowedColumn = ColumnType<Slowed, Slowed | undefined, Slowed>

/** What a group gives its members; `used` is the sum of their counters, kept where the group has a shared quota. */
export interface GroupTable extends LimitColumns {
  name: string
  limit_hwid: Int
  limit_ip: Int
  total_gb: Int
  expiry_time: Int
  used: Int
  cut_at: Int
  ended: Bool
}

/** What an IP limit refused; `places` is the limit. */
export interface RefusalTable {
  id: Id
  client_id: number
  at: Int
  place: Text
  act: Text
  counted: Text
  places: Int
}
