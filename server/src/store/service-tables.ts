import type { ColumnType } from 'kysely'
import type { CapTables } from './cap-tables.ts'
import type { Bool, Id, Int, Text } from './column-types.ts'
import type { HealthTables } from './health-tables.ts'
import type { RotationTables } from './rotation-tables.ts'

/** Tables besides clients, inbounds, nodes and traffic. */
export interface ServiceTables extends CapTables, HealthTables, RotationTables {
  // Users, their sessions and codes, and API tokens.
  users: { id: Id; username: string; password: string; login_epoch: Int; password_made: Bool }
  api_tokens: {
    id: Id
    name: string
    token: string
    enabled: Bool
    created_at: Int
    last_used_at: Int
    /** `admin` or `fleet` (`contract/src/fleet-scope.ts`). */
    scope: Text
    /** Hashed; blank until a centre uses the token of a join string. */
    centre: Text
  }
  used_codes: { secret: string; step: number }
  /** Both hashed. */
  recovery_codes: { code: string; secret: string }
  sessions: {
    id: string
    user_id: number
    login_epoch: Int
    csrf_token: string
    visitor_token: Text
    address: Text
    user_agent: Text
    created_at: Int
    expires_at: Int
  }

  // Alerts, their delivery to each outlet, and webhooks (ADR 110).
  alerts: {
    id: Id
    /** The id that receivers see. */
    uid: string
    kind: string
    params: Text
    /** The threshold that was crossed; 0 for most kinds. */
    threshold: Int
    at: Int
    /** Its deliveries were made. */
    routed: Bool
    on_home: Bool
    was_read: Bool
  }
  alert_deliveries: {
    id: Id
    alert_id: number
    /** `email`, `telegram`, `webhook:3`. */
    outlet: string
    state: 'waiting' | 'delivered' | 'failed'
    tries: Int
    retry_at: Int
    /** The message that it is part of, once it was tried with others. */
    message: Text
    /** A coded sentence as JSON. */
    error: Text
    created_at: Int
    done_at: Int
  }
  /** What was told already, by name. */
  alert_marks: { name: string; value: number }
  webhooks: {
    id: Id
    name: string
    url: string
    secret: string
    events: Text
    enabled: Bool
    allow_private_address: Bool
    created_at: Int
    updated_at: Int
  }

  // State of the Telegram bot (ADR 110).
  telegram_bots: {
    bot_id: number
    last_update: Int
    taken_at: Int
    reported_at: Int
    /** `BotState` as JSON. */
    state: Text
  }
  telegram_chats: { chat_id: number; language: Text }
  /** The buttons below one message. */
  telegram_menus: {
    chat_id: number
    message_id: number
    user_id: number
    /** Blank once a button was pressed. */
    nonce: Text
    /** What the buttons do, and what a text that is sent next answers. */
    content: Text
    made_at: Int
  }

  // Certificates that the panel gets by itself (ADR 117).
  certificates: {
    id: Id
    /** Joined by commas. */
    names: string
    method: string
    directory: string
    profile: Text
    /** PEM; blank until the first one is there. */
    fullchain: Text
    private_key: Text
    not_before: Int
    not_after: Int
    revoked_at: Int
    /** The next attempt; 0: none is planned. */
    renew_at: Int
    /** In a row. */
    failures: Int
    /** `Coded` as JSON; blank after a good attempt. */
    last_error: Text
    last_error_at: Int
    /** An instance works on it until then. */
    busy_until: Int
    /** `Challenge[]` as JSON, while the authority looks. */
    challenges: Text
    /** `CertificateUseBody` with who asked, as JSON, until the first one is there. */
    wanted_use: Text
    created_at: Int
  }
  acme_accounts: { directory: string; private_key: Text; url: Text; terms: Text; created_at: Int }
  /** What reached an authority. `issued`: 1 if it ended with a certificate. */
  certificate_attempts: { id: Id; at: Int; names: Text; issued: Int }

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

  // The processes that share one database, their leases and their messages (ADR 103).
  instances: { id: string; name: Text; version: Text; started_at: Int; seen_at: Int }
  /** `until` by the clock of the database server. `epoch` grows whenever another process takes the lease. */
  leases: { name: string; holder: Text; epoch: Int; until: Int }
  /** What each instance tells the others about its writes; a few minutes are kept. `names`: clients came, left or were renamed. */
  change_log: { id: Id; at: Int; origin: Text; names: Int; body: Text }
  /**
   * Who is online at an instance, for the others. `place` is blank, or the network of a client with an address limit, or
   * the node. `rev` grows with every change of a row.
   */
  online_elsewhere: {
    instance: string
    email: string
    place: Text
    since: Int
    rev: Int
    gone: Int
  }

  // The audit log, and what its acts on many clients changed (ADR 125).
  audit: {
    id: Id
    at: number
    actor_kind: string
    actor: string
    action: string
    object_kind: Text
    object: Text
    address: Text
    before: ColumnType<string | null, string | null | undefined, string | null>
    after: ColumnType<string | null, string | null | undefined, string | null>
    /** The row of `undo_acts`; 0: it cannot be undone. */
    undo_id: Int
  }
  /** Clients that an entry of the audit log is about; `what` is what a limit did to this one. */
  audit_clients: { audit_id: number; client_id: number; what: Text }
  undo_acts: {
    id: Id
    at: Int
    /** As in the audit log. */
    action: Text
    clients: Int
    /** Characters of all its parts. */
    size: Int
    /** 0: not undone. */
    undone_at: Int
    /** Rows of groups that the act created, as JSON. */
    made_groups: Text
  }
  /** Images of some hundred clients each, as JSON. */
  undo_parts: { act_id: number; part: number; body: Text }
  /** Bytes of deleted clients that were counted after the act. */
  undo_late: { email: string; act_id: number; up: Int; down: Int }
}
