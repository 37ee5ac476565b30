import type { InboundPort } from '../inbound-port.ts'
import { splitPeer } from '../kernel/address.ts'
import type { TcpTable } from '../kernel/core-sockets.ts'
import type { SocketRow } from '../kernel/proc-sockets.ts'
import type { Peer, Peers } from './peers.ts'

/**
 * The TCP sockets behind these peers. Normally on the inbound's own port; behind a fallback master that hands on the
 * real address the socket is the master's, unless that one carries a connection of its own from there.
 */
export function tcpSocketsOf(
  peer: Peer,
  table: TcpTable,
  inbounds: readonly InboundPort[],
  peers: Pick<Peers, 'owner'>,
): SocketRow[] {
  const rows = table.byPeer.get(peer.peer) ?? []
  const own = inbounds.find(({ tag }) => tag === peer.inbound)?.port
  const direct = rows.filter((row) => row.localPort === own)
  if (direct.length > 0) return direct
  return rows.filter(
    (row) =>
      !inbounds.some(
        ({ tag, port }) =>
          port === row.localPort && peers.owner(peer.peer, tag) !== undefined && tag !== peer.inbound,
      ),
  )
}

/** A UDP client is only known by its words: one that was heard a moment ago is taken for live. */
const recentMs = 5 * 60_000

/**
 * Of the peers on an inbound whose UDP socket serves everybody, those that are probably there: heard lately, or the
 * latest from their address. Where TCP shares the port, a peer without a socket may just have left, and counts not.
 */
export function likelyLive(inbound: InboundPort, here: readonly Peer[], now: number): Peer[] {
  if (inbound.network !== 'udp') return []
  const latest = new Map<string, Peer>()
  for (const peer of here) {
    const { ip } = splitPeer(peer.peer)
    if (peer.seen >= (latest.get(ip)?.seen ?? 0)) latest.set(ip, peer)
  }
  return here.filter((peer) => now - peer.seen < recentMs || latest.get(splitPeer(peer.peer).ip) === peer)
}

/**
 * For lines that the core dropped in a burst: sockets on these ports, there since before the cut, from an address the
 * core still counts as this client's, of which nobody was ever heard (C1).
 */
export function straySockets(
  table: TcpTable,
  since: ReadonlySet<number>,
  ips: readonly string[],
  concerned: readonly InboundPort[],
  peers: Pick<Peers, 'knows'>,
  allTags: readonly string[],
): SocketRow[] {
  const ports = new Set(concerned.map(({ port }) => port))
  return table.rows.filter(
    (row) =>
      ports.has(row.localPort) &&
      since.has(row.inode) &&
      ips.includes(row.peerIp) &&
      !peers.knows(row.peer, allTags),
  )
}

/** How long a peer is kept after its last word when no table shows it, by what its inbound listens on. */
const keptMs = {
  tcp: 0,
  /** How long the core keeps a silent UDP association of Shadowsocks. */
  both: 5 * 60_000,
  /** A QUIC connection without streams says nothing for as long as it likes, and would let its client in again. */
  udp: 24 * 60 * 60_000,
}

/** Whether a peer may still be there, by a table that was read at `read`. */
export const isKept = (
  peer: Pick<Peer, 'peer' | 'seen'>,
  network: InboundPort['network'],
  table: Pick<TcpTable, 'byPeer'>,
  read: number,
): boolean => peer.seen >= read - keptMs[network] || table.byPeer.has(peer.peer)
