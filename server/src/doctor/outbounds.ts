import { deadEnd } from '#domain/core-config/dead-end.ts'
import type { OutboundFacts } from '#domain/health/outbounds.ts'
import { selectorOf } from '#domain/outbounds/balancers.ts'
import { matchedBy } from '#domain/outbounds/selector.ts'
import { asBlock, asBlocks, foldedAt, foldedText } from '#domain/untyped.ts'
import type { Core } from '../core/room.ts'
import type { CoreMetrics } from '../metrics/core/room.ts'
import type { OutboundWatch } from '../notices/watches.ts'

export interface OutboundSources {
  core: Pick<Core, 'connected'>
  coreMetrics: Pick<CoreMetrics, 'observatory'>
  outboundWatch: Pick<OutboundWatch, 'down'>
}

/** By the configuration that runs: the observatory says nothing about a stored one that waits. */
export function outboundFacts({
  core,
  coreMetrics,
  outboundWatch,
}: OutboundSources): OutboundFacts | undefined {
  const config = core.connected()?.config
  const watched = coreMetrics.observatory().map(({ tag }) => tag)
  if (!config || watched.length === 0) return undefined
  const tags = asBlocks(config.outbounds).map((outbound) => foldedText(outbound, 'tag'))
  const balancers = asBlocks(foldedAt(asBlock(config.routing), 'balancers')).map((balancer) => {
    const fallback = foldedText(balancer, 'fallbackTag')
    return {
      tag: foldedText(balancer, 'tag'),
      members: matchedBy(selectorOf(balancer), tags),
      fallback: fallback === deadEnd.tag ? '' : fallback,
    }
  })
  const down = new Set(outboundWatch.down())
  return { watched, down: watched.filter((tag) => down.has(tag)), balancers }
}
