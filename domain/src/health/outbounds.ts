import type { HealthSubject } from '#contract/health-api.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, page } from './check.ts'

/** What the observatory of the running core sees. */
export interface OutboundFacts {
  /** Tags of the outbounds that it watches. */
  watched: readonly string[]
  /** Those of them that are down. */
  down: readonly string[]
  /** `fallback`: where connections go without a living member; blank: nowhere. */
  balancers: readonly { tag: string; members: readonly string[]; fallback: string }[]
}

const outbound = (tag: string): HealthSubject => ({ kind: 'outbound', id: tag, name: tag })

/** Undefined: nothing watches. A balancer with a member that nobody watches is not judged. */
export function judgeOutbounds(facts: OutboundFacts | undefined): Check[] {
  if (!facts) return []
  const { watched, balancers } = facts
  const down = new Set(facts.down)
  const dead = balancers
    .filter(({ members }) => members.length > 0 && members.every((tag) => down.has(tag)))
    .map(({ tag, fallback }) => {
      const hasWay = fallback !== '' && !down.has(fallback)
      const sentence = hasWay
        ? coded('health.balancer-on-fallback', { tag, fallback })
        : coded('health.balancer-dead', { tag })
      const to = page('panel/network?tab=balancers')
      return check(`balancers.${tag}`, hasWay ? 'warn' : 'bad', sentence, to, outbound(tag))
    })
  const lost = facts.down.map((tag) =>
    check(
      `outbounds.${tag}`,
      'warn',
      coded('health.outbound-down', { tag }),
      page('panel/network?tab=outbounds'),
      outbound(tag),
    ),
  )
  const count = watched.length - lost.length
  return [
    ...dead,
    ...lost,
    ...(count > 0 ? [check('outbounds', 'ok', coded('health.outbounds-up', { count }))] : []),
  ]
}
