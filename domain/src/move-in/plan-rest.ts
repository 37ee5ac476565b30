import type { FallbackInput } from '#contract/fallback.ts'
import { checkedFallbacks } from '#domain/inbounds/fallback-rules.ts'
import type { FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { Arrival, ArrivingFallback, ArrivingHosts, ArrivingNode, ArrivingToken } from './arrival.ts'
import type { MoveInKind } from './plan.ts'
import type { Place, PlanTools } from './plan-inbounds.ts'

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

export function planRest(arrival: Arrival, { here, counts }: PlanTools) {
  /** What is here already is left out. */
  function missing<T>(
    kind: MoveInKind,
    arriving: readonly T[],
    here: readonly string[],
    keyOf: (one: T) => string,
  ) {
    const known = new Set(here)
    return arriving.filter((one) => {
      const key = keyOf(one)
      const isHere = known.has(key)
      counts.add(kind, isHere ? 'here' : 'comes')
      known.add(key)
      return !isHere
    })
  }
  const key = (...parts: (string | number)[]) => JSON.stringify(parts)
  const geo = ({ geoType, alias }: { geoType: string; alias: string }) => key(geoType, alias)
  // Counters of a panel that has just been set up are replaced; those of one in use stay.
  const counter = ({ tag, up, down }: Arrival['outboundTraffics'][number]) =>
    here.isFresh ? key(tag, up, down) : key(tag)
  const old = ({ kind, secret, path }: Arrival['oldSubscriptions'][number]) => key(kind, secret, path)
  const signed = new Set(here.oldSubscriptions.map(old))
  const traffics = here.outboundTraffics.map(counter)
  const lists = arrival.outboundSubscriptions
  return {
    groups: missing('groups', arrival.groups, here.groups, (name) => name),
    outboundTraffics: missing('outboundTraffics', arrival.outboundTraffics, traffics, counter),
    outboundSubscriptions: missing(
      'outboundSubscriptions',
      lists,
      here.outboundSubscriptionUrls,
      ({ url }) => url,
    ),
    geoResources: missing('geoResources', arrival.geoResources, here.geoResources.map(geo), geo),
    oldSubscriptions: arrival.oldSubscriptions.filter((one) => !signed.has(old(one))),
  }
}

const mostRows = 1000

/** The rules speak of row numbers: here each inbound gets one for as long as the plan is made. */
class Numbered {
  readonly #ids = new Map<string, number>()
  readonly #inbounds = new Map<number, FallbackInbound>()
  readonly #rows = new Map<number, FallbackInput[]>()

  constructor(places: Iterable<Place>) {
    const nodes = new Map<string, number>()
    for (const place of places) {
      if (this.#ids.has(place.tag)) continue
      const id = this.#ids.size + 1
      if (!nodes.has(place.node)) nodes.set(place.node, nodes.size + 1)
      this.#ids.set(place.tag, id)
      this.#inbounds.set(id, { ...place, id, nodeId: place.node === '' ? null : nodes.get(place.node)! })
    }
  }

  rowOf({ childTag, masterTag: _, ...row }: ArrivingFallback): FallbackInput {
    return { ...row, childId: childTag === '' ? 0 : (this.#ids.get(childTag) ?? -1) }
  }

  /** Adds a row behind the others of its master; a row that the rules refuse is not added. */
  add(row: ArrivingFallback): Refusal | undefined {
    const id = this.#ids.get(row.masterTag) ?? 0
    const master = this.#inbounds.get(id)
    if (!master) return new Refusal('fallback.master-unfit')
    const rows = [...(this.#rows.get(id) ?? []), this.rowOf(row)]
    try {
      if (rows.length > mostRows) throw new Refusal('input.too-many-items', { max: mostRows })
      checkedFallbacks(master, rows, {
        inboundOf: (other) => this.#inbounds.get(other),
        childrenOf: (other) => (this.#rows.get(other) ?? []).map(({ childId }) => childId),
      })
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
    this.#rows.set(id, rows)
    return undefined
  }
}

const keyOf = (row: ArrivingFallback): string =>
  JSON.stringify([row.masterTag, row.childTag, row.name, row.alpn, row.path, row.dest])

export function planFallbacks(
  arriving: readonly ArrivingFallback[],
  places: ReadonlyMap<string, Place>,
  { here, found, counts }: PlanTools,
): ArrivingFallback[] {
  const numbered = new Numbered([...here.inbounds, ...places.values()])
  const known = new Set(here.fallbacks.map(keyOf))
  for (const row of here.fallbacks) numbered.add(row)
  return arriving.flatMap((from) => {
    const master = places.get(from.masterTag)
    const child = from.childTag === '' ? undefined : places.get(from.childTag)
    if (!master || (from.childTag !== '' && !child)) {
      counts.add('fallbacks', 'left')
      return [] // the inbound's own finding says why
    }
    const row = { ...from, masterTag: master.tag, childTag: child?.tag ?? '' }
    if (known.has(keyOf(row))) {
      counts.add('fallbacks', 'here')
      return []
    }
    known.add(keyOf(row))
    const refusal = numbered.add(row)
    if (refusal) found.add('left', master.tag, coded('movein.fallback-left', { reason: codedOf(refusal) }))
    counts.add('fallbacks', refusal ? 'left' : 'comes')
    return refusal ? [] : [row]
  })
}

/** Addresses that an inbound does not have yet. */
export function planHosts(
  arriving: readonly ArrivingHosts[],
  places: ReadonlyMap<string, Place>,
  { here, counts }: PlanTools,
): ArrivingHosts[] {
  const key = (tag: string, host: string, { port, remark }: { port: number; remark: string }) =>
    JSON.stringify([tag, host, port, remark])
  const known = new Set(
    here.hosts.flatMap((group) =>
      group.inboundTags.flatMap((tag) => group.hosts.map((host) => key(tag, host, group))),
    ),
  )
  return arriving.flatMap(({ inboundTags, group }) => {
    const tags = [...new Set(inboundTags.flatMap((tag) => places.get(tag)?.tag ?? []))]
    const missing = tags.filter((tag) => group.hosts.some((host) => !known.has(key(tag, host, group))))
    const isEmpty = tags.length === 0 || group.hosts.length === 0
    counts.add('hosts', isEmpty ? 'left' : missing.length > 0 ? 'comes' : 'here')
    if (isEmpty || missing.length === 0) return []
    for (const tag of missing) for (const host of group.hosts) known.add(key(tag, host, group))
    return [{ inboundTags: missing, group }]
  })
}
