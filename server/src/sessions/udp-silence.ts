import { createSocket, type Socket } from 'node:dgram'
import { splitPeer } from './address.ts'
import { borrow } from './borrow.ts'
import { dropPeers, mostPeers } from './bpf.ts'
import type { Native } from './native.ts'
import type { SocketRow } from './proc-sockets.ts'

interface Listener {
  /** Peer -> when its connection is certainly gone. */
  peers: Map<string, number>
}

/**
 * One UDP socket carries everybody, so a client there is silenced, not closed: a filter on the core's socket drops its
 * packets until the core has given the connection up (facts/cutting.md 2c, 2d).
 */
export function createUdpSilence(now: () => number) {
  const listeners = new Map<number, Listener>()
  const twins = new Map<string, { socket: Socket; until: number }>()

  function attach(native: Native, pid: number, inode: number, fds: ReadonlyMap<number, number>): boolean {
    const peers = [...(listeners.get(inode)?.peers.keys() ?? [])]
    const done = borrow(native, pid, [inode], fds, (fd) => {
      if (peers.length === 0) native.detachFilter(fd)
      else native.attachFilter(fd, dropPeers(peers))
    })
    if (peers.length === 0 || done.length === 0) listeners.delete(inode)
    return done.length > 0
  }

  /** Connected sockets win over the shared one: what the peer sends then ends here, unread. */
  function twin(row: SocketRow, peer: string, until: number): Promise<boolean> {
    const { ip, port } = splitPeer(peer)
    const known = twins.get(`${row.localPort} ${peer}`)
    if (known) {
      known.until = until
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const socket = createSocket({ type: row.family === 6 ? 'udp6' : 'udp4', reusePort: true })
      socket.once('error', () => {
        socket.close()
        resolve(false)
      })
      socket.bind(row.localPort, row.localIp, () => {
        const mapped = row.family === 6 && !ip.includes(':') ? `::ffff:${ip}` : ip
        socket.connect(port, mapped, () => {
          socket.removeAllListeners('error').on('error', () => {})
          socket.unref()
          twins.set(`${row.localPort} ${peer}`, { socket, until })
          resolve(true)
        })
      })
    })
  }

  return {
    /** By the filter, which has an end; returns the peers that are not heard any more. */
    filter(
      native: Native,
      core: { pid: number; descriptors: ReadonlyMap<number, number> },
      row: SocketRow,
      peers: readonly string[],
      quietMs: number,
    ): string[] {
      const listener = listeners.get(row.inode) ?? { peers: new Map<string, number>() }
      listeners.set(row.inode, listener)
      const taken = peers.filter((peer) => {
        if (!listener.peers.has(peer) && listener.peers.size >= mostPeers) return false
        listener.peers.set(peer, now() + quietMs)
        return true
      })
      return attach(native, core.pid, row.inode, core.descriptors) ? taken : []
    },
    async twins(row: SocketRow, peers: readonly string[], quietMs: number): Promise<string[]> {
      const silenced: string[] = []
      for (const peer of peers) if (await twin(row, peer, now() + quietMs)) silenced.push(peer)
      return silenced
    },
    /** Whether somebody's time is over, so that `expire` has something to do. */
    isDue: () =>
      [...twins.values()].some(({ until }) => until <= now()) ||
      [...listeners.values()].some(({ peers }) => [...peers.values()].some((until) => until <= now())),
    expire(native: Native | undefined, core: { pid: number; descriptors: ReadonlyMap<number, number> }) {
      for (const [name, { socket, until }] of twins) {
        if (until > now()) continue
        socket.close()
        twins.delete(name)
      }
      for (const [inode, { peers }] of listeners) {
        const over = [...peers].filter(([, until]) => until <= now())
        for (const [peer] of over) peers.delete(peer)
        if (over.length > 0 && native) attach(native, core.pid, inode, core.descriptors)
      }
    },
    /** Another core runs: nothing of this holds any more. */
    clear() {
      listeners.clear()
      for (const { socket } of twins.values()) socket.close()
      twins.clear()
    },
  }
}

export type UdpSilence = ReturnType<typeof createUdpSilence>
