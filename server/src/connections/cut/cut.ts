import type { InboundPort } from '../../core/process/held-claim.ts'
import type { Core } from '../../core/room.ts'
import type { Base } from '../../settings/base-services.ts'
import { splitPeer } from '../kernel/address.ts'
import type { CoreSockets } from '../kernel/core-sockets.ts'
import type { EndSockets } from '../kernel/end-sockets.ts'
import type { SocketRow } from '../kernel/proc-sockets.ts'
import type { CutSupport, Support } from '../kernel/self-test.ts'
import type { Peer, Peers } from './peers.ts'
import { likelyLive, straySockets, tcpSocketsOf } from './pick-sockets.ts'
import type { PortHopGuard } from './port-hop-guard.ts'
import { shareNext } from './share-next.ts'

export interface CutResult {
  /** Connections that were ended or silenced, and those that could not be. */
  ended: number
  remaining: number
  /** `twin`: only QUIC, by a connected socket; `rule`: nothing could be ended; `none`: there was nothing to end. */
  how: 'pidfd' | 'ss' | 'twin' | 'rule' | 'none'
  note?: string
}

export interface CutDeps extends Pick<Base, 'timers' | 'now'> {
  core: Pick<Core, 'api' | 'inboundPorts'>
  support: Pick<Support, 'current'>
  peers: Peers
  sockets: CoreSockets
  ends: Pick<EndSockets, 'endTcp' | 'silenceUdp'>
  /** A user silenced on a UDP socket may continue from another port. */
  portHopGuard: Pick<PortHopGuard, 'guard'>
}

/** Nobody without a core that answers. */
export const onlineIn = async (core: CutDeps['core']) => {
  const asked = core.api()?.online()
  return (await asked?.catch(() => [])) ?? []
}

/** Above this number one query for everybody is cheaper than one per client. */
const fewEnough = 8
/** The core takes a second to drop a raw TCP session (`downlinkOnly` of its policy). */
const waitsMs = [120, 300, 800]
/** A connection without a line may be somebody else's whose line is late, not lost: it is ended if none has come by then. */
const lateMs = 1_500
const sharedNote =
  'Some of its traffic comes through a proxy that carries several clients in one connection; it stops when the client next opens one.'

const tunnelNote = 'A WireGuard tunnel has no connections to end: it works until the client is disabled.'

/**
 * Ends the open connections of a user that the caller has already removed from the core; otherwise it would reconnect
 * before its socket is closed. A user is a client, or one of its devices with a key of its own. With tags only on these
 * inbounds, with addresses only from there.
 */
export function createCutter({ core, support, peers, sockets, ends, portHopGuard, timers, now }: CutDeps) {
  const inbounds = core.inboundPorts
  const wait = (ms: number) => new Promise<void>((done) => timers.after(ms, done))
  const online = shareNext(() => onlineIn(core))

  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  let asking = 0
  /** One query per client for a few, one for everybody in bulk. */
  async function ipsOf(name: string): Promise<string[]> {
    if (asking >= fewEnough)
      return (await online()).find((user) => same(user.email, name))?.ips.map(({ ip }) => ip) ?? []
    asking++
    try {
      // After a rename that changes only letter case, the core still has the old spelling.
      return (await core.api()?.onlineIps(peers.ofUser(name)[0]?.user ?? name)) ?? []
    } catch {
      return []
    } finally {
      asking--
    }
  }

  /** Addresses where another online user has no known connection: an unknown socket there may be that user's. */
  async function ipsInDoubt(name: string): Promise<Set<string>> {
    const others = (await online()).filter((user) => !same(user.email, name))
    return new Set(
      others.flatMap((user) => {
        const known = new Set(peers.ofUser(user.email).map(({ peer }) => splitPeer(peer).ip))
        return user.ips.map(({ ip }) => ip).filter((ip) => !known.has(ip))
      }),
    )
  }

  /** Open connections that were there before the cut, from addresses where only this client can be without a line. */
  async function straysOf(
    name: string,
    ips: readonly string[],
    there: ReadonlySet<number>,
    concerned: readonly InboundPort[],
    tally: Tally,
  ): Promise<SocketRow[]> {
    const allTags = inbounds().map(({ tag }) => tag)
    const doubt = await ipsInDoubt(name)
    const sure = ips.filter((ip) => !doubt.has(ip))
    const strays = straySockets(await sockets.tcp(), there, sure, concerned, peers, allTags)
    return strays.filter(({ inode }) => !tally.inodes.has(inode))
  }

  /** Without its peer the tunnel carries nothing for a client any more; with it there is nothing to end. */
  function leaveTunnel(here: readonly Peer[], tally: Tally, mayReturn: boolean) {
    if (mayReturn) tally.tunnels = here.length
    else for (const peer of here) peers.forget(peer)
    if (!mayReturn) tally.silenced += here.length
    for (const { peer } of here) tally.inside.add(splitPeer(peer).ip)
  }

  /** Ends the client's known connections and forgets them, so that the next pass finds only new ones. */
  async function endKnown(mine: readonly Peer[], tally: Tally, mayReturn: boolean) {
    const table = await sockets.tcp()
    const all = inbounds()
    const rowsOf = new Map(mine.map((peer) => [peer, tcpSocketsOf(peer, table, all, peers)]))
    const rows = [...rowsOf.values()].flat().filter(({ inode }) => !tally.inodes.has(inode))
    const done = new Set(await ends.endTcp(rows))
    for (const inode of done) tally.inodes.add(inode)
    for (const [peer, own] of rowsOf) if (own.some(({ inode }) => done.has(inode))) peers.forget(peer)
    tally.refused = rows.filter(({ inode }) => !done.has(inode)).length
    for (const inbound of all) {
      const here = mine.filter((peer) => peer.inbound === inbound.tag && rowsOf.get(peer)?.length === 0)
      if (inbound.network === 'tcp' || here.length === 0) continue
      if (inbound.network === 'tunnel') {
        leaveTunnel(here, tally, mayReturn)
        continue
      }
      const silent = new Set(
        await ends.silenceUdp(
          inbound,
          here.map(({ peer }) => peer),
        ),
      )
      for (const peer of here) if (silent.has(peer.peer)) peers.forget(peer)
      if (here[0] && silent.size > 0 && !mayReturn) portHopGuard.guard(here[0].user, inbound, [...silent])
      tally.silenced += likelyLive(
        inbound,
        here.filter(({ peer }) => silent.has(peer)),
        now(),
      ).length
      tally.refused += here.length - silent.size
    }
  }

  async function cut(
    name: string,
    tags?: readonly string[],
    from?: ReadonlySet<string>,
    /** `once`: only what is open now, because the client may return. */
    how?: 'once',
  ): Promise<CutResult> {
    const all = inbounds()
    const concerned = all.filter(({ tag }) => !tags || tags.includes(tag))
    const isMine = (peer: Peer) =>
      (!tags || tags.includes(peer.inbound)) && (!from || from.has(splitPeer(peer.peer).ip))
    const mine = () => peers.ofUser(name).filter((peer) => isMine(peer) && !peer.shared)
    const tally: Tally = { inodes: new Set(), silenced: 0, refused: 0, tunnels: 0, inside: new Set() }
    const ipsLeft = async () =>
      (await ipsOf(name)).filter((ip) => !tally.inside.has(ip) && (!from || from.has(ip)))
    const shared = () => peers.ofUser(name).filter((peer) => isMine(peer) && peer.shared).length
    const { way } = support.current()
    const canEnd = way === 'pidfd' || way === 'ss'
    // Most edited clients are not connected: then no kernel table is read.
    if (mine().length === 0 && !(canEnd && (await ipsLeft()).length > 0))
      return resultOf(tally, shared(), support.current())
    const there = new Set((await sockets.tcp()).rows.map(({ inode }) => inode))
    await endKnown(mine(), tally, how === 'once')

    if (canEnd && how !== 'once') {
      let ips = await ipsLeft()
      for (const ms of waitsMs) {
        if (ips.length === 0) break
        await wait(ms)
        const late = mine() // lines of connections that the core had accepted before the removal
        if (late.length > 0) await endKnown(late, tally, false)
        ips = await ipsLeft()
      }
      if (ips.length > 0) {
        const strays = () => straysOf(name, ips, there, concerned, tally)
        if ((await strays()).length > 0) {
          await wait(lateMs)
          await endKnown(mine(), tally, false)
          for (const inode of await ends.endTcp(await strays())) tally.inodes.add(inode)
        }
      }
    }
    return resultOf(tally, shared(), support.current())
  }

  return { cut }
}

export type Cutter = ReturnType<typeof createCutter>

interface Tally {
  inodes: Set<number>
  silenced: number
  refused: number
  /** Tunnels that stay, and the addresses inside. */
  tunnels: number
  inside: Set<string>
}

export function resultOf(
  tally: Tally,
  shared: number,
  { way, sentence }: Pick<CutSupport, 'way' | 'sentence'>,
): CutResult {
  const ended = tally.inodes.size + tally.silenced
  const remaining = tally.refused + tally.tunnels + shared
  const means = way === 'pidfd' || (way === 'ss' && tally.inodes.size > 0) ? way : 'twin'
  const how = ended > 0 ? means : remaining > 0 ? 'rule' : 'none'
  const notes = [
    ...(tally.refused > 0 ? [sentence] : []),
    ...(tally.tunnels > 0 ? [tunnelNote] : []),
    ...(shared > 0 ? [sharedNote] : []),
  ].filter((note) => note !== '')
  return { ended, remaining, how, ...(notes.length > 0 && { note: notes.join(' ') }) }
}

/** What was done to several users of one client. */
export const together = (results: readonly CutResult[]): CutResult => {
  const one = results.find(({ how }) => how !== 'none') ?? results[0] ?? { how: 'none' as const }
  const sum = (of: 'ended' | 'remaining') => results.reduce((n, result) => n + result[of], 0)
  return { ...one, ended: sum('ended'), remaining: sum('remaining') }
}
