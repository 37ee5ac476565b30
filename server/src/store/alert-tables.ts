import type { Bool, Id, Int, Text } from './column-types.ts'

/** What people are told of, its way to each outlet, and the programs that are called (ADR 110). */
export interface AlertTables {
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
}
