import type { Bool, Id, Int, Text } from './column-types.ts'

/** What the checks found, who looks, and what callers do. */
export interface HealthTables {
  // Health: the current result of each check, and what is muted (ADR 119).
  findings: {
    /** The instance that looked. */
    source: string
    id: string
    /** The check that looked: it replaces its rows each time. */
    looked_by: string
    state: 'ok' | 'note' | 'warn' | 'bad'
    subject_kind: string
    subject_id: Text
    subject_name: Text
    /** A coded sentence as JSON. */
    cause: string
    /** JSON; blank for none. */
    action: Text
    since: Int
    checked_at: Int
  }
  finding_mutes: { id: string; reason: string; muted_by: string; muted_at: Int }
  /** When each check looked last. */
  health_checks: { source: string; name: string; looked_at: Int; took_ms: Int }

  // Entries as the hidden client sees them: the last check, and sums per day.
  entry_checks: {
    inbound_id: number
    /** `address:port`, numbered if the inbound has several there. */
    entry: string
    /** Blank: this server. */
    eye: Text
    position: Int
    address: Text
    port: Int
    remark: Text
    state: 'good' | 'failed'
    stage: Text
    /** A coded sentence as JSON; blank if it is good. */
    cause: Text
    /** What happened before the failures began, as another one; blank: nothing is known. */
    changed: Text
    latency: Int
    exit_address: Text
    checked_at: Int
    last_ok_at: Int
    fails: Int
    since: Int
    /** The number of the network where the eye is; 0: this server, or unknown. */
    asn: Int
    /** Nobody got through in two checks in a row, nor since then in two in a row. */
    sunk: Bool
  }
  entry_days: {
    inbound_id: number
    entry: string
    eye: Text
    /** Its start in UTC, milliseconds. */
    day: number
    good: Int
    failed: Int
    /** The sum of the good checks. */
    latency: Int
  }

  /** Other machines that check the entries. */
  probes: {
    id: Id
    name: string
    country: Text
    provider: Text
    /** The SHA-256 of the token of its join string. */
    token: string
    /** Ed25519, base64url; blank before it has joined. */
    public_key: Text
    version: Text
    invited_at: Int
    joined_at: Int
    seen_at: Int
    /** Two machines used its key then; 0: none did. */
    held_at: Int
    /** Of its last call. */
    sequence: Int
    /** What its next call must have, and what its last one had. */
    next: Text
    former_next: Text
    /** Hashes of its last calls, the newest first, with spaces between them. */
    recent: Text
    /** The last round that it was given, and whose keys; blank for none. */
    round: Text
    period: Text
    given_at: Int
    /** It could not fetch the test page itself. */
    offline: Bool
  }

  /** Sums of the clients of one network in one hour (`domain/src/health/callers.ts`). */
  caller_hours: {
    source: string
    hour: number
    inbound_id: number
    network: string
    name: Text
    clients: Int
    silent: Int
    fetched: Int
    unused: Int
  }
}
