import type { ClientSession } from '#contract/core-api.ts'
import { hasSockets } from '../core/process/held-claim.ts'
import type { CutDeps } from './cut/cut.ts'
import type { Peer } from './cut/peers.ts'
import { likelyLive, tcpSocketsOf } from './cut/pick-sockets.ts'
import { splitPeer } from './kernel/address.ts'
import { readTcp, type TcpReading } from './kernel/inet-diag.ts'

type Deps = Pick<CutDeps, 'core' | 'support' | 'peers' | 'sockets' | 'now'>

/** The core does not count these. */
const hidden = new Set(['127.0.0.1', '::1'])

/** Live connections of a client; with bytes and round-trip times if the kernel provides them. */
export function createList({ core, support, peers, sockets, now }: Deps) {
  async function readings(): Promise<Map<number, TcpReading>> {
    const via = support.current().native
    const all = via ? await readTcp(via).catch(() => []) : []
    return new Map(all.map((reading) => [reading.inode, reading]))
  }

  /** Undefined without a core. */
  async function onlineIps(users: readonly string[]): Promise<string[] | undefined> {
    const api = core.api()
    const each = api && users.map((user) => api.onlineIps(user).catch((): string[] => []))
    return each && (await Promise.all(each)).flat()
  }

  /** A device in a tunnel has no port. */
  const plain = ({ peer, inbound, since }: Peer): ClientSession => {
    const { ip, port } = splitPeer(peer)
    return { peer: port === 0 ? ip : peer, inbound, since }
  }

  /** No table shows the peers of a UDP socket: the core's online statistics tell whether the client is there. */
  async function udpSessions(mine: readonly Peer[]): Promise<ClientSession[]> {
    const quic = core
      .inboundPorts()
      .filter((inbound) => !hasSockets(inbound) && mine.some((p) => p.inbound === inbound.tag))
    if (quic.length === 0) return []
    const users = [...new Set(mine.map((peer) => peer.user))] // as the core spells them
    const ips = await onlineIps(users)
    return quic
      .flatMap((inbound) =>
        likelyLive(
          inbound,
          mine.filter(({ inbound: tag }) => tag === inbound.tag),
          now(),
        ),
      )
      .filter(({ peer }) => hidden.has(splitPeer(peer).ip) || !ips || ips.includes(splitPeer(peer).ip))
      .map(plain)
  }

  return async function list(email: string): Promise<ClientSession[]> {
    const mine = peers.of(email)
    if (mine.length === 0) return []
    const all = core.inboundPorts()
    const [table, measured, quic] = await Promise.all([sockets.tcp(), readings(), udpSessions(mine)])
    const tcp = mine.flatMap((peer) => {
      const row = tcpSocketsOf(peer, table, all, peers)[0]
      const reading = row && measured.get(row.inode)
      if (!row || !reading) return row ? [plain(peer)] : []
      return [
        {
          ...plain(peer),
          up: reading.bytesReceived,
          down: reading.bytesAcked,
          rtt: reading.rtt,
          retransmissions: reading.retransmissions,
        },
      ]
    })
    return [...tcp, ...quic]
  }
}
