import type { OnlineClients } from '../clients/online.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { OtherInstances } from './other-instances.ts'
import type { Presence } from './room.ts'

/** Who is online on nodes. The room of the nodes attaches itself. */
export interface NodePresence {
  /** On any node, each client once. */
  everyone(): Iterable<string>
  onlineOn(node: number): readonly string[]
  /** How many on each inbound of a node, by its tag there; undefined if the node does not say. */
  onlineByTag(node: number): ReadonlyMap<string, number> | undefined
  /** When an inbound on a node last moved bytes, in milliseconds. */
  movedAt(inbound: number): number
}

interface Deps {
  presence: Presence
  otherInstances: OtherInstances
  leadership: Pick<Leadership, 'leads'>
}

/** The union of both lists. Returns the first one itself when the other is empty. */
function union(here: () => readonly string[], there: () => Iterable<string>): OnlineClients {
  const emails = (): readonly string[] => {
    const others = [...there()]
    return others.length === 0 ? here() : [...new Set([...here(), ...others])]
  }
  return { emails, has: (email) => emails().includes(email) }
}

/** Who is online: at the cores of this panel, and everywhere. */
export function createOnlineLists({ presence, otherInstances, leadership }: Deps) {
  let nodes: NodePresence | undefined
  /** At the cores of this panel and of its other instances. */
  const here = union(presence.online, otherInstances.online)
  return {
    here,
    /** With the clients on nodes. */
    everywhere: union(here.emails, () =>
      leadership.leads() ? (nodes?.everyone() ?? []) : otherInstances.onAnyNode(),
    ),
    /** Undefined until the room of the nodes exists. */
    nodes: () => nodes,
    attach(given: NodePresence): void {
      nodes = given
    },
  }
}

export type OnlineLists = ReturnType<typeof createOnlineLists>
