import type { ColumnType } from 'kysely'
import type { Slowed } from '#contract/limits.ts'
import type { QuotaOwner, QuotaReset } from '#contract/quotas.ts'
import type { Bool, Id, Int, Text } from './column-types.ts'

/** `at` is the start of the bucket, in unix seconds. */
interface HistoryRow {
  at: number
  ref: number
  up: number
  down: number
}

interface InboundSums {
  client_id: number
  inbound_id: number
  up: Int
  down: Int
  charged: Int
}

/** What was counted: of clients and outbounds, by inbound and by time, and the last readings of the cores. */
export interface TrafficTables {
  client_traffics: {
    id: Id
    inbound_id: Int
    enable: Bool
    email: string
    up: Int
    down: Int
    expiry_time: Int
    total: Int
    reset: Int
    last_online: Int
    reset_count: Int
    last_sub_fetch: Int
    /** When the client was cut for bytes that the core had not counted yet. */
    cut_at: Int
    /** Why the client is slow now. */
    slowed: ColumnType<Slowed, Slowed | undefined, Slowed>
    /** The start of the day that `day_used` counts, and its bytes so far. */
    day_at: Int
    day_used: Int
    /** When the counters were last set by hand or by a renewal. */
    set_at: Int
    /** Hundredths of a byte that multipliers have left over. */
    up_rest: Int
    down_rest: Int
  }
  /** What a client used on one inbound since its counters were last reset. `charged` is in hundredths of a byte. */
  client_inbound_traffics: InboundSums
  /** The same by the day on which it was used, in unix seconds of its start. */
  client_inbound_days: InboundSums & { day: number }
  /** What all clients used on an inbound in a day, as far as it is counted apart; `charged` in bytes, `rest` in hundredths. */
  inbound_days: { day: number; inbound_id: number; up: Int; down: Int; charged: Int; rest: Int }
  /** What ticks counted and nobody has added to these two yet, as JSON: `[client, inbound, up, down, charged]`. */
  client_inbound_pending: { id: Id; day: number; bytes: string }
  /** A quota that counts for a client on an inbound, node or label (ADR 150). `used` is in hundredths of a byte. */
  client_quota_usage: {
    /** `inbound:12`, `node:0`, `label:premium`. */
    target: string
    client_id: number
    bytes: number
    used: Int
    /** 1: it is used up, and its inbounds are closed. */
    spent: Int
    reset: ColumnType<QuotaReset, QuotaReset, QuotaReset>
    owner: ColumnType<QuotaOwner, QuotaOwner, QuotaOwner>
    /** When it begins anew by the calendar; 0: it does not. */
    ends_at: Int
  }
  outbound_traffics: { id: Id; tag: string; up: Int; down: Int; total: Int }
  history_names: { id: Id; kind: number; name: string }
  history_fine: HistoryRow
  history_hours: HistoryRow
  history_days: HistoryRow
  history_folded: { id: number; until: number }
  traffic_readings: {
    source: string
    kind: string
    name: string
    start_id: Text
    up: Int
    down: Int
    credit_to: Text
  }
  traffic_marks: { name: string; at: Int }
}
