import { hasSockets, type InboundPort } from '../../core/process/held-claim.ts'
import { splitPeer } from '../kernel/address.ts'
import type { TcpTable } from '../kernel/core-sockets.ts'
import type { SocketRow } from '../kernel/proc-sockets.ts'
import type { Peer, Peers } from './peers.ts'

/**
 * The TCP sockets of these peers. Normally on the inbound's own port; behind a fallback master that passes the real
 * address on, the socket is the master's, unless the master has its own connection from that peer.
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

/** UDP clients are known only from log lines: one seen this recently counts as live. */
const recentMs = 5 * 60_000

/**
 * The peers that are probably live on an inbound with a shared UDP socket: seen recently, or the latest from their
 * address. If TCP shares the port, a peer without a socket may have just left and does not count.
 */
export function likelyLive(inbound: InboundPort, here: readonly Peer[], now: number): Peer[] {
  if (hasSockets(inbound)) return []
  const latest = new Map<string, Peer>()
  for (const peer of here) {
    const { ip } = splitPeer(peer.peer)
    if (peer.seen >= (latest.get(ip)?.seen ?? 0)) latest.set(ip, peer)
  }
  return here.filter((peer) => now - peer.seen < recentMs || latest.get(splitPeer(peer.peer).ip) === peer)
}

/**
 * For lines that the core dropped in a burst: sockets on these ports, older than the cut, from an address that the core
 * still counts as this client's, and with no known client (C1).
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

/** How long a peer is kept after its last line if no kernel table shows it, by the inbound's network. */
const keptMs = {
  tcp: 0,
  /** How long the core keeps an idle Shadowsocks UDP association. */
  both: 5 * 60_000,
  /** A QUIC connection without streams may be idle for any time, and could let its client in again. */
  udp: 24 * 60 * 60_000,
  /** One for each address of a client inside the tunnel. */
  tunnel: 24 * 60 * 60_000,
}

/** Whether a peer may still be connected, according to a table read at `read`. */
export const isKept = (
  peer: Pick<Peer, 'peer' | 'seen'>,
  network: InboundPort['network'],
  table: Pick<TcpTable, 'byPeer'>,
  read: number,
): boolean => peer.seen >= read - keptMs[network] || table.byPeer.has(peer.peer)
