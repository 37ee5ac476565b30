import type { FleetChecked, FleetChecks, FleetLookOut, FleetSaw } from '#contract/fleet-api.ts'

/** A node that is enabled. */
export interface EntryNode {
  id: number
  name: string
  /** A panel of our kind and of a version that takes part in checks. */
  canCheck: boolean
  /** It answers now. */
  isReached: boolean
}

export type NodeEntry = FleetLookOut['entries'][number]
export type Saw = FleetSaw

/** What the checks need of nodes. The room of the fleet is on a higher floor, and provides it. */
export interface NodesForEntries {
  list(): Promise<readonly EntryNode[]>
  /** Gives a node the hidden clients of the inbounds that it runs. Undefined: it did not answer. */
  hold(node: number, hidden: FleetChecks): Promise<FleetChecked | undefined>
  /** What the node sees of these entries. Undefined: it did not say. */
  look(
    node: number,
    page: string,
    entries: readonly NodeEntry[],
    signal: AbortSignal,
  ): Promise<Saw | undefined>
}
