import type { Coded } from '#contract/coded.ts'
import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import { coded } from '#domain/refusal.ts'
import { asBlock, asBlocks, sameJson, textAt, withoutKeys } from '#domain/untyped.ts'
import type { CoreConfig } from './build.ts'
import type { CoreInbound } from './inbound-section.ts'
import { planInbounds } from './plan-inbounds.ts'
import type { Section } from './sections.ts'
import type { Entry } from './users.ts'

/** One call to the running core. `inbound` of a user operation tells which account type the core expects. */
export type Operation =
  | { op: 'removeUser'; tag: string; email: string }
  | { op: 'addUser'; tag: string; inbound: CoreInbound; user: Entry }
  | { op: 'removeInbound'; tag: string }
  | { op: 'addInbound'; inbound: CoreInbound }
  | { op: 'removeOutbound'; tag: string }
  | { op: 'addOutbound'; outbound: Block }
  /** The whole new generation; `addBalancers` are the ones the core does not have yet. */
  | { op: 'replaceRules'; rules: Block[]; addBalancers: Block[] }

interface Plan {
  /** To be run in this order. Empty: nothing can or needs to be done live. */
  operations: Operation[]
  /** What waits for a restart (R45); the rest is applied anyway. */
  restart: RestartReason[]
  affects: {
    /** Edited inbounds whose transport drops its connections when the listener is replaced. */
    tags: string[]
    /** The default route is missing for a moment: connections opened then fail. */
    defaultRoute: boolean
  }
  /** The core's state after the operations: the next plan starts from it. */
  after: CoreConfig
}

/**
 * From the running configuration to the wanted one. Users and inbounds are removed first; outbounds are added before
 * a rule names them and removed after no rule does; new inbounds and users come last, under the new rules.
 */
export function plan(running: CoreConfig, desired: CoreConfig): Plan {
  const sections = planSections(running, desired)
  const inbounds = planInbounds(running.inbounds, desired.inbounds)
  const outbounds = planOutbounds(running.outbounds, desired.outbounds)
  const routing = planRouting(running, desired)
  return {
    operations: [
      ...inbounds.removeUsers,
      ...inbounds.removeInbounds,
      ...outbounds.before,
      ...routing.operations,
      ...outbounds.after,
      ...inbounds.addInbounds,
      ...inbounds.addUsers,
    ],
    restart: [...sections.restart, ...outbounds.restart, ...routing.restart, ...inbounds.restart],
    affects: { tags: inbounds.cuts, defaultRoute: outbounds.defaultRoute },
    after: {
      ...sections.running,
      inbounds: inbounds.running,
      outbounds: outbounds.running,
      routing: routing.running,
    },
  }
}

type Live = 'inbounds' | 'outbounds' | 'routing'

/** The core reads these only at start. */
const because = {
  log: 'restart.log',
  api: 'restart.api',
  stats: 'restart.stats',
  metrics: 'restart.metrics',
  policy: 'restart.policy',
  dns: 'restart.dns',
  fakedns: 'restart.fakedns',
  observatory: 'restart.observatory',
  burstObservatory: 'restart.burst-observatory',
  transport: 'restart.transport',
  reverse: 'restart.reverse',
  geodata: 'restart.geodata',
} as const satisfies Record<Exclude<Section, Live>, string>

const isKnown = (section: string): section is keyof typeof because => Object.hasOwn(because, section)

const live: ReadonlySet<string> = new Set<Live>(['inbounds', 'outbounds', 'routing'])

/** Everything except inbounds, outbounds and routing stays unchanged until a restart. */
function planSections(running: CoreConfig, desired: CoreConfig) {
  const names = new Set([...Object.keys(running), ...Object.keys(desired)])
  const restart = [...names]
    .filter((section) => !live.has(section) && !sameJson(running[section], desired[section]))
    .map((section) => ({
      section,
      because: isKnown(section) ? coded(because[section]) : coded('restart.section', { section }),
    }))
  return { restart, running: restart.length === 0 ? desired : running }
}

const tagOf = (outbound: Block): string => textAt(outbound, 'tag')
const remove = (tag: string): Operation => ({ op: 'removeOutbound', tag })
const add = (outbound: Block): Operation => ({ op: 'addOutbound', outbound })

/** The core identifies outbounds by tag only. */
const isUnnamed = (list: readonly Block[]): boolean =>
  list.some((o) => tagOf(o) === '') || new Set(list.map(tagOf)).size < list.length

/** The core's default route is the outbound added while there was none: to replace it, remove it first. */
function defaultSteps(running: readonly Block[], desired: readonly Block[]): Operation[] {
  const [old, next] = [running[0], desired[0]!]
  const stays = desired.find((o) => o !== next && old && tagOf(o) === tagOf(old))
  const gone = new Set([tagOf(next), ...(old ? [tagOf(old)] : [])])
  return [...[...gone].map(remove), add(next), ...(stays ? [add(stays)] : [])]
}

function planOutbounds(running: Block[], desired: Block[]) {
  const nothing = { before: [], after: [], restart: [], defaultRoute: false, running: desired }
  if (sameJson(running, desired)) return nothing
  if (isUnnamed(running) || isUnnamed(desired) || desired.length === 0) {
    const because = coded('restart.outbound-untagged')
    return { ...nothing, restart: [{ section: 'outbounds', because }], running }
  }
  const old = new Map(running.map((o) => [tagOf(o), o]))
  const wanted = new Set(desired.map(tagOf))
  const before: Operation[] = []
  const defaultRoute = !sameJson(running[0], desired[0])
  const inDefaultSteps = defaultRoute
    ? new Set([running[0], desired[0]].map((o) => o && tagOf(o)))
    : new Set()
  for (const outbound of desired) {
    const tag = tagOf(outbound)
    const known = old.get(tag)
    if (!known)
      before.push(add(outbound)) // also the new default: rules may name it from now on
    else if (!inDefaultSteps.has(tag) && !sameJson(known, outbound)) before.push(remove(tag), add(outbound))
  }
  const after = running
    .map(tagOf)
    .filter((tag) => !wanted.has(tag) && !inDefaultSteps.has(tag))
    .map(remove)
  if (defaultRoute) after.push(...defaultSteps(running, desired))
  return { before, after, restart: [], defaultRoute, running: desired }
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
function planRouting(
  running: CoreConfig,
  desired: CoreConfig,
): Pick<Plan, 'operations' | 'restart'> & { running: CoreConfig['routing'] } {
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
