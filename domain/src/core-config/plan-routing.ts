import type { Coded } from '#contract/coded.ts'
import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import { coded } from '#domain/refusal.ts'
import type { CoreConfig } from './build.ts'
import { asBlock, asBlocks, sameJson, withoutKeys } from './json.ts'
import type { Operation } from './plan.ts'

export interface RoutingPlan {
  operations: Operation[]
  restart: RestartReason[]
  running: CoreConfig['routing']
}

const reason = (because: Coded): RestartReason => ({ section: 'routing', because })
const balancersOf = (routing: Block): Block[] => asBlocks(routing.balancers)

/** In a core without an observatory these strategies never find an outbound; a fallback also needs to know who is alive. */
const needsObservatory = (balancer: Block): boolean =>
  /^least(?:ping|load)$/i.test(textAt(asBlock(balancer.strategy), 'type')) ||
  textAt(balancer, 'fallbackTag') !== ''
const observes = (config: CoreConfig): boolean =>
  ['observatory', 'burstObservatory'].some((s) => (config[s] ?? null) !== null)

/** A running core can add balancers but not change or remove them: unwanted ones stay unused. */
function planBalancers(running: Block, desired: Block) {
  const have = new Map(balancersOf(running).map((b) => [textAt(b, 'tag'), b]))
  const wanted = balancersOf(desired)
  const added = wanted.filter((b) => !have.has(textAt(b, 'tag')))
  const changed = wanted.filter((b) => {
    const known = have.get(textAt(b, 'tag'))
    return known && !sameJson(known, b)
  })
  return { added, changed, after: [...have.values(), ...added] }
}

/** Rules and new balancers are applied live as one new generation; the rest of the section is read only at start. */
export function planRouting(running: CoreConfig, desired: CoreConfig): RoutingPlan {
  const [from, to] = [running.routing, desired.routing]
  if (sameJson(from, to)) return { operations: [], restart: [], running: to }
  const { added, changed, after } = planBalancers(from, to)
  const live = ['rules', 'balancers']
  const restart: RestartReason[] = []
  const settled = sameJson(withoutKeys(from, live), withoutKeys(to, live))
  if (!settled) restart.push(reason(coded('restart.domain-strategy')))
  for (const balancer of changed)
    restart.push(reason(coded('restart.balancer', { tag: textAt(balancer, 'tag') })))
  if (added.some(needsObservatory) && !observes(running)) {
    restart.push(reason(coded('restart.no-observatory')))
    return { operations: [], restart, running: from }
  }
  const same = added.length === 0 && sameJson(from.rules, to.rules)
  return {
    operations: same ? [] : [{ op: 'replaceRules', rules: to.rules, addBalancers: added }],
    restart,
    running: {
      ...(settled ? to : from),
      rules: to.rules,
      ...(after.length > 0 && { balancers: after }),
    },
  }
}
