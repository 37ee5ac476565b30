import type { RestartReason } from '#contract/core-config.ts'
import type { Block } from '#contract/inbound.ts'
import { is2022 } from '#domain/clients/credentials.ts'
import { networkOf } from '#domain/inbounds/stream.ts'
import { coded } from '#domain/refusal.ts'
import { asBlocks, blockAt, isBlock, sameJson, textAt, textsAt } from '#domain/untyped.ts'
import type { CoreInbound } from './inbound-section.ts'
import type { Operation } from './plan.ts'
import { type Entry, userDiff } from './users.ts'

const emptyPlan = (running: CoreInbound[]) => ({
  removeUsers: [] as Operation[],
  removeInbounds: [] as Operation[],
  addInbounds: [] as Operation[],
  addUsers: [] as Operation[],
  restart: [] as RestartReason[],
  cuts: [] as string[],
  running,
})
type InboundPlan = ReturnType<typeof emptyPlan>

const isUser = (peer: unknown): peer is Entry => isBlock(peer) && typeof peer.email === 'string'

/**
 * The users of an inbound; undefined if it has no list. Clients were made by coreUsers; those of a template's own inbound
 * have the same shape. Peers of WireGuard without an email are part of the inbound.
 */
export function usersOf({ protocol, settings }: CoreInbound): Entry[] | undefined {
  if (protocol === 'wireguard')
    return Array.isArray(settings.peers) ? settings.peers.filter(isUser) : undefined
  return Array.isArray(settings.clients) ? (settings.clients as Entry[]) : undefined
}

const listener = ({ settings, ...rest }: CoreInbound): Block => {
  const { clients: _, ...own } = settings
  if (rest.protocol !== 'wireguard') return { ...rest, settings: own }
  return { ...rest, settings: { ...own, peers: asBlocks(own.peers).filter((peer) => !isUser(peer)) } }
}

/** A Shadowsocks 2022 inbound that starts without users can never get any. */
const isSingleUserServer = (inbound: CoreInbound): boolean =>
  inbound.protocol === 'shadowsocks' &&
  is2022(textAt(inbound.settings, 'method')) &&
  (usersOf(inbound)?.length ?? 0) === 0

/** Whether they differ only in their users, so that the listener can stay. */
function sameListener(a: CoreInbound, b: CoreInbound): boolean {
  if ((usersOf(a) === undefined) !== (usersOf(b) === undefined)) return false
  return isSingleUserServer(a) === isSingleUserServer(b) && sameJson(listener(a), listener(b))
}

/** Transports whose connections live in the listener: replacing it ends them all. */
export function endsWithListener({
  protocol,
  streamSettings = {},
}: Pick<CoreInbound, 'protocol' | 'streamSettings'>): boolean {
  const network = networkOf(streamSettings)
  if (['wireguard', 'masque', 'tun'].includes(protocol) || ['grpc', 'hysteria', 'kcp'].includes(network))
    return true
  return network === 'xhttp' && textsAt(blockAt(streamSettings, 'tlsSettings'), 'alpn').join() === 'h3'
}

const hasReverse = (inbound: CoreInbound): boolean => usersOf(inbound)?.some((u) => 'reverse' in u) ?? false

function planUsers(before: CoreInbound, after: CoreInbound, into: InboundPlan): void {
  const [had, wanted] = [usersOf(before) ?? [], usersOf(after) ?? []]
  if (had === wanted) return
  let same = 0 // common prefix: most lists differ in one entry or none, so no map is built for it
  while (same < had.length && sameJson(had[same], wanted[same])) same += 1
  const old = new Map(had.slice(same).map((user) => [user.email, user]))
  for (const user of wanted.slice(same)) {
    const { remove, add } = userDiff(old.get(user.email) ?? null, user)
    old.delete(user.email)
    if (remove !== undefined) into.removeUsers.push({ op: 'removeUser', tag: after.tag, email: remove })
    if (add) into.addUsers.push({ op: 'addUser', tag: after.tag, inbound: after, user: add })
  }
  for (const email of old.keys()) into.removeUsers.push({ op: 'removeUser', tag: after.tag, email })
}

/** Plans one inbound that is running and wanted; returns its state afterwards. */
function planKnown(before: CoreInbound, after: CoreInbound, into: InboundPlan): CoreInbound {
  if (before === after) return after
  if (sameListener(before, after)) {
    planUsers(before, after, into)
    return after
  }
  if (hasReverse(before)) {
    into.restart.push({
      section: 'inbounds',
      because: coded('restart.reverse-clients', { tag: before.tag }),
    })
    return before
  }
  if (endsWithListener(before)) into.cuts.push(before.tag)
  into.removeInbounds.push({ op: 'removeInbound', tag: before.tag })
  into.addInbounds.push({ op: 'addInbound', inbound: after })
  return after
}

const byTag = (list: readonly CoreInbound[]): Map<string, CoreInbound> => new Map(list.map((i) => [i.tag, i]))
/** The core identifies inbounds by tag only. */
const isUnnamed = (list: readonly CoreInbound[]): boolean =>
  list.some((i) => !i.tag) || byTag(list).size < list.length

export function planInbounds(running: CoreInbound[], desired: CoreInbound[]): InboundPlan {
  const result = emptyPlan(desired)
  if (running === desired) return result
  if (isUnnamed(running) || isUnnamed(desired)) {
    if (sameJson(running, desired)) return result
    const because = coded('restart.inbound-untagged')
    return { ...result, restart: [{ section: 'inbounds', because }], running }
  }
  const old = byTag(running)
  const after = desired.map((inbound) => {
    const before = old.get(inbound.tag)
    old.delete(inbound.tag)
    if (before) return planKnown(before, inbound, result)
    result.addInbounds.push({ op: 'addInbound', inbound })
    return inbound
  })
  for (const tag of old.keys()) result.removeInbounds.push({ op: 'removeInbound', tag })
  return { ...result, running: after }
}
