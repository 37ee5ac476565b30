import type { Id, Int, Text } from './column-types.ts'

/** What the processes on one database say of themselves and to each other (ADR 103). */
export interface InstanceTables {
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
}
