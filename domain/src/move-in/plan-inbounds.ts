import type { Coded } from '#contract/coded.ts'
import { isProtocol, type Protocol } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { completedBlocks } from '#domain/inbounds/form/defaults.ts'
import { checkListen } from '#domain/inbounds/form/validate.ts'
import { type InboundFields, newInbound } from '#domain/inbounds/inbound.ts'
import { isSocketPath, listensOverlap } from '#domain/inbounds/listen.ts'
import { type Layer4, layer4Of } from '#domain/inbounds/port.ts'
import { checkTag, pickTag } from '#domain/inbounds/tag.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { sameJson } from '#domain/untyped.ts'
import { type ArrivingInbound, arrivingInput } from './arrival.ts'
import type { Findings } from './findings.ts'
import { whyNot } from './names.ts'
import type { Counting, Here, HereInbound, PlannedInbound } from './plan.ts'

/** An inbound that clients and other rows can refer to: it is imported, or exists already. */
export type Place = HereInbound

export interface PlanTools {
  readonly here: Here
  readonly mint: Mint
  readonly found: Findings
  readonly counts: Counting
}

/** Any number of a node: the rules only ask whether the protocol can run on one. */
const inputOf = (from: ArrivingInbound) => arrivingInput(from, from.node === '' ? undefined : 1)

/** As stored, without the check: the operator can open it, correct it and switch it on. */
function unchecked(from: ArrivingInbound, protocol: Protocol, mint: Mint): InboundFields {
  const input = inputOf(from)
  const blocks = completedBlocks(protocol, input, mint)
  const here = {
    listen: checkListen(from.listen),
    nodeId: null,
    enable: false,
    speedDown: 0,
    speedUp: 0,
    labels: [],
  }
  const trafficMultiplier = from.trafficMultiplier ?? 1
  return { ...input, ...blocks, protocol, ...here, trafficMultiplier }
}

/** `off`: why it can only be imported switched off. */
function decide(from: ArrivingInbound, mint: Mint): { fields: InboundFields; off?: Coded } | Coded {
  try {
    return { fields: { ...newInbound(inputOf(from), mint).fields, nodeId: null } }
  } catch (error) {
    const said = codedOf(error)
    const { protocol, port, listen } = from
    const hasPort = (port >= 1 && port <= 65_535) || protocol === 'tun' || isSocketPath(listen)
    if (!isProtocol(protocol) || !hasPort || port > 65_535 || whyNot(checkListen, listen)) return said
    try {
      return { fields: unchecked(from, protocol, mint), off: reasonOf(error) }
    } catch {
      return said
    }
  }
}

/** The rule's own sentence, with the field that it is about. */
function reasonOf(error: unknown): Coded {
  const field = error instanceof Refusal ? error.field : undefined
  return field === undefined ? codedOf(error) : coded('movein.at-field', { field, reason: codedOf(error) })
}

const asPlace = (tag: string, node: string, fields: InboundFields): Place => ({
  tag,
  node,
  remark: fields.remark,
  protocol: fields.protocol,
  listen: fields.listen,
  port: fields.port,
  settings: fields.settings,
  streamSettings: fields.streamSettings,
})

/** The tag that an inbound gets: its own if it is free. */
function tagOf(from: ArrivingInbound, fields: InboundFields, taken: ReadonlySet<string>): string {
  const given = whyNot(checkTag, from.tag) ? undefined : from.tag
  const source = { ...fields, layers: layer4Of(fields) }
  return pickTag(given, source, (tag) => taken.has(tag))
}

function planOne(from: ArrivingInbound, book: PortBook, taken: Set<string>, tools: PlanTools) {
  const { mint, found } = tools
  const decided = decide(from, mint)
  if ('code' in decided) return decided
  const { fields } = decided
  const tag = tagOf(from, fields, taken)
  const clash = fields.enable ? book.clash(fields, from.node) : undefined
  const off = decided.off ?? clash
  if (off) found.add('changes', tag, coded('movein.inbound-off', { reason: off }))
  if (tag !== from.tag) found.add('healed', tag, coded('movein.inbound-tag-taken', { old: from.tag, tag }))
  taken.add(tag)
  const planned: PlannedInbound = {
    tag,
    fields: { ...fields, enable: fields.enable && !off },
    node: from.node,
    layers: layer4Of(fields),
    up: from.up,
    down: from.down,
    lastTrafficResetTime: from.lastTrafficResetTime,
  }
  return planned
}

function noteDifference(from: ArrivingInbound, there: HereInbound, { mint, found }: PlanTools): void {
  const decided = decide(from, mint)
  if ('code' in decided) return
  const { settings, streamSettings } = decided.fields
  const isSame = sameJson(settings, there.settings) && sameJson(streamSettings, there.streamSettings)
  if (!isSame) found.add('note', there.tag, coded('movein.inbound-differs'))
}

/** `own`: where the panel itself will listen. */
export function planInbounds(arriving: readonly ArrivingInbound[], own: Here['ownPorts'], tools: PlanTools) {
  const { here, found, counts } = tools
  const book = new PortBook(own)
  for (const inbound of here.inbounds) book.add(inbound)
  const taken = new Set(here.inbounds.map(({ tag }) => tag))
  const planned: PlannedInbound[] = []
  /** By the tag in the source; what has no place is not imported. */
  const places = new Map<string, Place>()
  for (const from of arriving) {
    const there = book.same(from)
    if (there) {
      places.set(from.tag, there)
      counts.add('inbounds', 'here')
      noteDifference(from, there, tools)
      continue
    }
    const next = planOne(from, book, taken, tools)
    if ('code' in next) {
      found.add('left', from.tag, coded('movein.inbound-left', { reason: next }))
      counts.add('inbounds', 'left')
      continue
    }
    planned.push(next)
    const place = asPlace(next.tag, next.node, next.fields)
    places.set(from.tag, place)
    if (next.fields.enable) book.hold(place)
    counts.add('inbounds', 'comes')
  }
  return { planned, places }
}

type Bound = Pick<HereInbound, 'protocol' | 'listen' | 'port' | 'settings' | 'streamSettings'>

const layersOf = (bound: Bound): readonly Layer4[] =>
  isProtocol(bound.protocol) ? layer4Of({ ...bound, protocol: bound.protocol }) : []

const keyOf = (bound: Bound, node: string): string =>
  JSON.stringify([node, isSocketPath(bound.listen) ? bound.listen : bound.port])

function overlap(a: Bound, b: Bound): boolean {
  if (!listensOverlap(a.listen, b.listen)) return false
  if (isSocketPath(a.listen)) return true
  const layers = layersOf(a)
  return layersOf(b).some((layer) => layers.includes(layer))
}

/** Who holds which port, on this machine and on the nodes. */
class PortBook {
  readonly #holders = new Map<string, HereInbound[]>()
  readonly #here = new Set<HereInbound>()

  readonly #own: Here['ownPorts']

  /** `own`: where the panel itself listens. */
  constructor(own: Here['ownPorts']) {
    this.#own = own
  }

  hold(inbound: HereInbound): void {
    const key = keyOf(inbound, inbound.node)
    const holders = this.#holders.get(key)
    if (holders) holders.push(inbound)
    else this.#holders.set(key, [inbound])
  }

  /** An inbound of this panel. */
  add(inbound: HereInbound): void {
    this.hold(inbound)
    this.#here.add(inbound)
  }

  /**
   * The inbound of this panel that is the same as this one: same protocol and port; the tag decides between several.
   */
  same(from: HereInbound): HereInbound | undefined {
    const candidates = (this.#holders.get(keyOf(from, from.node)) ?? []).filter(
      (one) => this.#here.has(one) && one.protocol === from.protocol,
    )
    const named = candidates.find(({ tag }) => tag === from.tag)
    return named ?? candidates.find((one) => overlap(one, from))
  }

  /** Why an inbound cannot be open beside the others. */
  clash(bound: Bound, node: string): Coded | undefined {
    const other = (this.#holders.get(keyOf(bound, node)) ?? []).find((one) => overlap(one, bound))
    if (other) return coded('movein.port-taken', { port: bound.port, tag: other.tag })
    if (node !== '' || !layersOf(bound).includes('tcp')) return undefined
    const own = this.#own.find(
      ({ listen, port }) => port === bound.port && listensOverlap(listen || '127.0.0.1', bound.listen),
    )
    return own && coded(`inbound.port-of-${own.what}`, { port: own.port })
  }
}
