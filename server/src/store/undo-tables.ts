import type { ColumnType } from 'kysely'
import type { Id, Int, Text } from './column-types.ts'

/** The audit log, and what its acts on many clients changed (ADR 125). */
export interface UndoTables {
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
