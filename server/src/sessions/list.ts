import type { ClientSession } from '#contract/core-api.ts'
import type { CoreSockets } from './core-sockets.ts'
import type { InboundPort } from './inbound-port.ts'
import { readTcp, type TcpReading } from './inet-diag.ts'
import type { Native } from './native.ts'
import type { Peer, Peers } from './peers.ts'
import { tcpSocketsOf } from './pick.ts'

/** A UDP client is only known by its latest word: after this long without one it is not shown. */
export const udpShownMs = 5 * 60_000

export interface ListDeps {
  inbounds(): readonly InboundPort[]
  native(): Native | undefined
  peers: Peers
  sockets: CoreSockets
  now(): number
}

/** Live connections of a client; bytes and round trips where the kernel can be asked. */
export function createList({ inbounds, native, peers, sockets, now }: ListDeps) {
  async function readings(): Promise<Map<number, TcpReading>> {
    const via = native()
    const all = via ? await readTcp(via).catch(() => []) : []
    return new Map(all.map((reading) => [reading.inode, reading]))
  }

  const plain = ({ peer, inbound, since }: Peer): ClientSession => ({ peer, inbound, since })

  return async function list(email: string): Promise<ClientSession[]> {
    const mine = peers.of(email)
    if (mine.length === 0) return []
    const all = inbounds()
    const [table, measured] = await Promise.all([sockets.tcp(), readings()])
    return mine.flatMap((peer) => {
      const row = tcpSocketsOf(peer, table, all, peers)[0]
      const network = all.find(({ tag }) => tag === peer.inbound)?.network ?? 'tcp'
      if (!row) return network !== 'tcp' && now() - peer.seen < udpShownMs ? [plain(peer)] : []
      const reading = measured.get(row.inode)
      if (!reading) return [plain(peer)]
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
  }
}
