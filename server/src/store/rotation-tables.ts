import type { Id, Int, Text } from './column-types.ts'

/** What of inbounds rotates: pools and rules, and each rotation. */
export interface RotationTables {
  rotation_rules: {
    inbound_id: number
    /** As in the contract, as JSON. */
    rules: string
    saved_at: Int
    /** Why the last one could not begin by itself, as a coded sentence in JSON; blank if it did. */
    problem: Text
    problem_at: Int
  }
  rotations: {
    id: Id
    inbound_id: number
    cause: string
    /** The values before and since, as JSON. */
    former: string
    fresh: string
    began_at: Int
    /** 0: it is running. */
    ended_at: Int
    ended_by: Text
    /** Active clients at its end, and those of them that had fetched. */
    active: Int
    fetched: Int
  }
}
