import type { Coded } from '#contract/coded.ts'
import { isProtocol } from '#contract/protocol.ts'
import { isSocketPath, listensOverlap } from '#domain/inbounds/listen.ts'
import { type Layer4, layer4Of } from '#domain/inbounds/port.ts'
import { coded } from '#domain/refusal.ts'
import type { Here, HereInbound } from './plan.ts'

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
export class PortBook {
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
