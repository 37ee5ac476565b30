import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { onInbound } from '#domain/health/subject.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { silent, type TagRates } from '#domain/topology/flows.ts'
import type { Topology, TopologyNode } from '#domain/topology/graph.ts'
import { topologyOf } from '#domain/topology/topology.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useHealth } from '../../../health/use-health.ts'
import { useServices } from '../../../services.tsx'
import { useCell } from '../../../ui/cell.ts'
import { useSayCoded } from '../../../ui/say-error.ts'
import { useMinute } from '../../../ui/use-minute.ts'
import { parseReply } from '../../network/draft/template.ts'
import { useNodes } from '../../nodes/use-nodes.ts'

/** A snapshot of the diagram. */
export interface Scene {
  topology: Topology
  rates: TagRates
  /** Boxes of inbounds say what the list knows about them. */
  inbounds: readonly Inbound[]
}

/** Without the core of this panel: nodes have their own. */
function onNodes({ inbound }: TagRates, inbounds: readonly Inbound[]): TagRates {
  const far = new Set(inbounds.flatMap((inbound) => (runsHere(inbound) ? [] : inbound.tag)))
  return { ...silent, inbound: new Map([...inbound].filter(([tag]) => far.has(tag))) }
}

/** The graph with what the checks found about inbounds; where they run is a fault of its own. */
function useFound(topology: Topology | undefined): Topology | undefined {
  const bad = useHealth().data?.findings.filter(
    ({ state, subject }) => state === 'bad' && subject.kind === 'inbound',
  )
  const say = useSayCoded(bad?.[0]?.sentenceCoded)
  if (!topology || !bad || bad.length === 0) return topology
  const nodes = topology.nodes.map((node): TopologyNode => {
    const [first] =
      node.kind === 'inbound' && !node.trouble && node.isOn ? onInbound(bad, { id: node.inboundId }) : []
    return first
      ? { ...node, trouble: { why: 'found', name: say(first.sentenceCoded, first.sentence) } }
      : node
  })
  return { ...topology, nodes }
}

/** The current graph, or the one at the time it was paused. */
export function useTopology(inbounds: readonly Inbound[]) {
  const { tagRates } = useServices()
  const template = useReply(endpoints.xray.read, { select: parseReply })
  const fallbacks = useReply(endpoints.inbounds.allFallbacks)
  const state = useReply(endpoints.status.status).data?.xray.state
  const servers = useNodes().data
  const rates = useCell(tagRates.now)
  const now = useMinute()
  const isCoreRunning = state === undefined || state === 'running' // unknown until it was fetched
  const drawn = useMemo(
    () =>
      template.data &&
      fallbacks.data &&
      topologyOf({
        inbounds,
        fallbacks: fallbacks.data,
        template: template.data.xraySetting,
        subscribed: template.data.subscriptionOutbounds,
        reverseTags: template.data.clientReverseTags,
        ...(template.data.defaultOutboundTag && { defaultTag: template.data.defaultOutboundTag }),
        isCoreRunning,
        now,
        ...(servers && { servers }),
      }),
    [inbounds, fallbacks.data, template.data, isCoreRunning, now, servers],
  )
  const topology = useFound(drawn)
  /** The first query without data decides what is shown instead. */
  const missing: UseQueryResult<unknown> = template.data === undefined ? template : fallbacks
  const [held, hold] = useState<Scene>()
  const shown = isCoreRunning ? rates : onNodes(rates, inbounds)
  const scene = topology && { topology, rates: shown, inbounds }
  return {
    scene: held ?? scene,
    isPaused: held !== undefined,
    pause: () => hold(scene),
    resume: () => hold(undefined),
    missing,
  }
}
