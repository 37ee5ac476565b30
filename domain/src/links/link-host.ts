import type { Block, Inbound } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { canonicalListen, isSocketPath, isWildcard } from '#domain/inbounds/listen.ts'
import { splitHostPort } from '#domain/net/address.ts'
import { classifyAddress } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'

/** The part of an inbound that says where it is reached. */
export type PlacedInbound = Pick<Inbound, 'listen' | 'port' | 'shareAddrStrategy' | 'shareAddr'> & {
  streamSettings: Block
}

interface Surroundings {
  /** The address of its node; blank for this panel. */
  nodeAddress: string
  /** The configured public host. */
  publicHost: string
  /** The host this request was sent to (R16). */
  requestHost: string
}

const unreachable: ReadonlySet<string> = new Set(['loopback', 'link-local', 'unspecified', 'multicast'])

/** Cached: every link asks, and a panel has few listen addresses. */
const routableAt = new BoundedMap<string, string>(1_000)

/** An address that others can dial: no wildcard, no socket, no loopback. */
function dialable(listen: string): string {
  const address = canonicalListen(listen)
  if (isWildcard(address) || isSocketPath(address)) return ''
  return unreachable.has(classifyAddress(address)) ? '' : address
}

/** Without brackets, port and white space, as every rendering expects. */
export const bareHost = (text: string): string => splitHostPort(text.trim()).host

/** The node's address, else a routable `listen`, else the public host, else the request's host (R36). */
export function linkHost(inbound: PlacedInbound, around: Surroundings): string {
  const listen = routableAt.of(inbound.listen, dialable)
  const { shareAddrStrategy: strategy } = inbound
  const first = strategy === 'custom' ? inbound.shareAddr : strategy === 'listen' ? listen : ''
  for (const text of [first, around.nodeAddress, listen, around.publicHost, around.requestHost]) {
    const host = text && bareHost(text)
    if (host) return host
  }
  throw new Refusal('link.no-host')
}
