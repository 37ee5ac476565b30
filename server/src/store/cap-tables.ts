import type { CapCounts, CapEnd, CapKind, CapStage } from '#contract/caps-api.ts'
import type { Int } from './column-types.ts'

/** What servers may carry and cost in a month (ADR 148). */
export interface CapTables {
  server_caps: {
    kind: CapKind
    /** The row id of the node or inbound; 0: this server. */
    place: number
    cap_bytes: number
    reset_day: number
    counts: CapCounts
    warn_percent: number
    at_end: CapEnd
    cost_month: number
    cost_tb: number
    /** As it was last told. */
    stage: CapStage
    /** Since when `place_days` has its bytes; 0: no cost is noted. */
    counted_since: number
  }
  /** Bytes by day, place (node id; 0: this server) and client, as in `history_names`; only where a cost is noted. */
  place_days: { at: number; place: number; ref: number; up: Int; down: Int }
}
