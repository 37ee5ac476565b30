import { coded } from '#domain/refusal.ts'
import type { Arrival, ArrivingNode, ArrivingToken } from './arrival.ts'
import type { MoveInKind } from './plan.ts'
import type { PlanTools } from './plan-inbounds.ts'

function freeOf(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}-${n}`
  return free
}

/** A node is identified by its address, not by its name. `names`: its name here by its name in the source. */
export function planNodes(arriving: readonly ArrivingNode[], { here, found, counts }: PlanTools) {
  const place = ({ address, port }: Pick<ArrivingNode, 'address' | 'port'>) => JSON.stringify([address, port])
  const known = new Map(here.nodes.map((node) => [place(node), node.name]))
  const taken = new Set(here.nodes.map(({ name }) => name))
  const names = new Map<string, string>()
  const nodes: ArrivingNode[] = []
  for (const node of arriving) {
    const there = known.get(place(node))
    const name = there ?? freeOf(node.name, taken)
    names.set(node.name, name)
    counts.add('nodes', there === undefined ? 'comes' : 'here')
    if (there !== undefined) continue
    if (name !== node.name) found.add('healed', name, coded('movein.name-taken', { old: node.name, name }))
    taken.add(name)
    nodes.push({ ...node, name })
  }
  return { nodes, names }
}

/** A token is identified by its hash; two tokens must not have the same name. */
export function planTokens(
  arriving: readonly ArrivingToken[],
  { here, found, counts }: PlanTools,
): ArrivingToken[] {
  const hashes = new Set(here.tokens.map(({ hash }) => hash))
  const taken = new Set(here.tokens.map(({ name }) => name))
  return arriving.flatMap((token) => {
    const isHere = hashes.has(token.hash)
    counts.add('tokens', isHere ? 'here' : 'comes')
    if (isHere) return []
    const name = freeOf(token.name, taken)
    if (name !== token.name) found.add('healed', name, coded('movein.name-taken', { old: token.name, name }))
    hashes.add(token.hash)
    taken.add(name)
    return [{ ...token, name }]
  })
}

/** What is here already is left out. */
function missing<T>(
  kind: MoveInKind,
  arriving: readonly T[],
  known: Set<string>,
  keyOf: (one: T) => string,
  { counts }: PlanTools,
): T[] {
  return arriving.filter((one) => {
    const key = keyOf(one)
    const isHere = known.has(key)
    counts.add(kind, isHere ? 'here' : 'comes')
    known.add(key)
    return !isHere
  })
}

export function planRest(arrival: Arrival, tools: PlanTools) {
  const { here } = tools
  const key = (...parts: (string | number)[]) => JSON.stringify(parts)
  const geo = ({ geoType, alias }: { geoType: string; alias: string }) => key(geoType, alias)
  // Counters of a panel that has just been set up are replaced; those of one in use stay.
  const counter = ({ tag, up, down }: Arrival['outboundTraffics'][number]) =>
    here.isFresh ? key(tag, up, down) : key(tag)
  const old = ({ kind, secret, path }: Arrival['oldSubscriptions'][number]) => key(kind, secret, path)
  const signed = new Set(here.oldSubscriptions.map(old))
  return {
    groups: missing('groups', arrival.groups, new Set(here.groups), (name) => name, tools),
    outboundTraffics: missing(
      'outboundTraffics',
      arrival.outboundTraffics,
      new Set(here.outboundTraffics.map(counter)),
      counter,
      tools,
    ),
    outboundSubscriptions: missing(
      'outboundSubscriptions',
      arrival.outboundSubscriptions,
      new Set(here.outboundSubscriptionUrls),
      ({ url }) => url,
      tools,
    ),
    geoResources: missing(
      'geoResources',
      arrival.geoResources,
      new Set(here.geoResources.map(geo)),
      geo,
      tools,
    ),
    oldSubscriptions: arrival.oldSubscriptions.filter((one) => !signed.has(old(one))),
  }
}
