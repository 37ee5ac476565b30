import type { Coded } from '#contract/coded.ts'
import { type FleetChecks, longestHeld } from '#contract/fleet-api.ts'
import { carriesClients } from '#contract/protocol.ts'
import { checkSource, keysOf } from '#domain/core-config/check-user.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { tagOnNode } from '#domain/fleet/inbound-plan.ts'
import { runsOn } from '#domain/inbounds/runs-on.ts'
import { coded } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Base } from '../settings/base-services.ts'
import type { EntryNode, NodesForEntries } from './nodes.ts'
import type { EntryStore } from './store.ts'

interface Deps extends Pick<Base, 'settings' | 'now'> {
  core: Pick<Core, 'desired'>
  store: Pick<EntryStore, 'onNodes'>
}

/** An inbound on a node that nobody checks, and why. */
export interface Unchecked {
  inboundId: number
  inbound: string
  reason: Coded
  /** The node cannot take part; false: it will. */
  isLasting: boolean
}

/** What the nodes said at the beginning of a round. */
export interface Held {
  /** Their node has the hidden clients, as it said just now. */
  surely: ReadonlySet<number>
  /** Their node cannot take part. */
  never: readonly number[]
  /** How often its core has accepted the hidden client of this server since then. */
  accepted(inboundId: number): Promise<number>
}

/** Nodes at a time. */
const width = 8

const nobody: NodesForEntries = {
  list: async () => [],
  hold: async () => undefined,
  look: async () => undefined,
}

/** Inbounds on nodes: the node gets their hidden clients before they are checked, and keeps them for some rounds. */
export function createOnNodes({ core, store, settings, now }: Deps) {
  let nodes = nobody
  /** Until when the node has the hidden clients of an inbound. */
  const held = new Map<number, number>()
  const isHeld = (inboundId: number): boolean => (held.get(inboundId) ?? 0) > now()

  function hiddenOf(inbounds: readonly SectionSource[], node: number): FleetChecks {
    const minutes = Math.min(longestHeld, Math.max(15, 3 * settings.current().entryCheckMinutes))
    const hidden = core.desired.hidden()
    const eyes = core.desired.own().eyes.filter((eye) => typeof eye === 'string')
    return {
      minutes,
      eyes: eyes.map((eye) => ({
        eye,
        keys: Object.fromEntries(
          inbounds.map((one) => [tagOnNode(one.tag, node), keysOf(checkSource(one, hidden, eye))]),
        ),
      })),
    }
  }

  async function holdOn(node: number, inbounds: readonly SectionSource[]) {
    const hidden = hiddenOf(inbounds, node)
    const said = await nodes.hold(node, hidden)
    const there = new Set(said?.held)
    const nameOf = ({ tag }: SectionSource) => tagOnNode(tag, node)
    const sure = inbounds.filter((one) => there.has(nameOf(one)))
    for (const { id } of sure) held.set(id, now() + hidden.minutes * 60_000)
    if (said) for (const one of inbounds) if (!there.has(nameOf(one))) held.delete(one.id)
    let later: ReturnType<NodesForEntries['hold']> | undefined
    const accepted = async (one: SectionSource): Promise<number> => {
      later ??= nodes.hold(node, hidden)
      const [before = 0, after = 0] = [said, await later].map((answer) => answer?.accepted[nameOf(one)])
      return after - before
    }
    return sure.map((one) => ({ id: one.id, accepted: () => accepted(one) }))
  }

  async function hold(inbounds: readonly SectionSource[]): Promise<Held> {
    const all = inbounds.length > 0 ? await nodes.list() : []
    const byNode = Map.groupBy(inbounds, nodeOf)
    const able = all.filter(({ id, canCheck }) => canCheck && byNode.has(id))
    const found = await mapLimited(able, width, ({ id }) => holdOn(id, byNode.get(id) ?? []))
    const counts = new Map(found.flat().map(({ id, accepted }) => [id, accepted]))
    const unable = new Set(all.flatMap(({ id, canCheck }) => (canCheck ? [] : id)))
    const never = inbounds.filter((one) => unable.has(nodeOf(one))).map(({ id }) => id)
    for (const id of never) held.delete(id)
    return {
      surely: new Set(counts.keys()),
      never,
      accepted: async (id) => counts.get(id)?.() ?? 0,
    }
  }

  function whyNot(node: EntryNode | undefined): Pick<Unchecked, 'reason' | 'isLasting'> {
    if (!node) return { reason: coded('fleet.node-disabled'), isLasting: false }
    return node.canCheck
      ? { reason: coded('entry.node-not-yet', { node: node.name }), isLasting: false }
      : { reason: coded('entry.node-cannot', { node: node.name }), isLasting: true }
  }

  return {
    attach(given: NodesForEntries): void {
      nodes = given
    },
    nodes: () => nodes,
    hold,
    isHeld,
    /** Of all users, or of one. */
    async unchecked(userId?: number): Promise<Unchecked[]> {
      if (nodes === nobody) return []
      const all = new Map((await nodes.list()).map((node) => [node.id, node]))
      const inbounds = (await store.onNodes(userId)).filter(({ protocol }) => carriesClients(protocol))
      return inbounds
        .filter(({ id }) => !isHeld(id))
        .map(({ id, name, node }) => ({ inboundId: id, inbound: name, ...whyNot(all.get(node)) }))
    },
  }
}

export type OnNodes = ReturnType<typeof createOnNodes>

export function nodeOf(inbound: { nodeId: number | null }): number {
  const place = runsOn(inbound)
  return place.kind === 'node' ? place.node : 0
}
