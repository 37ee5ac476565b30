import { createSocket, type Socket } from 'node:dgram'
import { splitPeer } from './address.ts'
import { borrowFds } from './borrow-fd.ts'
import { type BlockedAddress, dropPeers, mostPeers, portsPerGroup } from './bpf.ts'
import type { Native } from './native.ts'
import type { SocketRow } from './proc-sockets.ts'

interface Listener {
  /** Peer -> time when its connection has certainly ended. */
  peers: Map<string, number>
  addresses: Map<string, BlockedAddress & { until: number }>
}

interface Core {
  pid: number
  descriptors: ReadonlyMap<number, number>
}

/** The limit for a socket filter on older kernels. */
const mostBytes = 20_000

/**
 * One UDP socket serves all clients, so a client there is silenced, not closed: a filter on the core's socket drops its
 * packets until the core has dropped the connection (C1).
 */
export function createUdpDrop(now: () => number) {
  const listeners = new Map<number, Listener>()
  const twins = new Map<string, { socket: Socket; until: number }>()

  function listenerOf(inode: number): Listener {
    const known = listeners.get(inode) ?? { peers: new Map(), addresses: new Map() }
    listeners.set(inode, known)
    return known
  }

  const programOf = ({ peers, addresses }: Listener) =>
    peers.size + addresses.size === 0 ? undefined : dropPeers([...peers.keys()], [...addresses.values()])

  function attach(native: Native, core: Core, inode: number): boolean {
    const program = programOf(listenerOf(inode))
    const done = borrowFds(native, core.pid, [inode], core.descriptors, (fd) => {
      if (program) native.attachFilter(fd, program)
      else native.detachFilter(fd)
    })
    if (!program || done.length === 0) listeners.delete(inode)
    return done.length > 0
  }

  /** A connected socket takes precedence over the shared one: the peer's packets arrive here and are discarded. */
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
    /** Silences by the filter, until it expires; returns the silenced peers. */
    filter(native: Native, core: Core, row: SocketRow, peers: readonly string[], quietMs: number): string[] {
      const listener = listenerOf(row.inode)
      const taken = peers.filter((peer) => {
        if (!listener.peers.has(peer) && listener.peers.size >= mostPeers) return false
        listener.peers.set(peer, now() + quietMs)
        return true
      })
      return attach(native, core, row.inode) ? taken : []
    },
    /** Blocks a whole address, for a client that changes its port; false if it has too many neighbours to exempt. */
    block(native: Native, core: Core, row: SocketRow, address: BlockedAddress, quietMs: number): boolean {
      const listener = listenerOf(row.inode)
      const addresses = new Map(listener.addresses).set(address.ip, { ...address, until: now() + quietMs })
      const program = programOf({ ...listener, addresses })
      if (address.except.length > portsPerGroup || (program?.length ?? 0) > mostBytes) return false
      listener.addresses = addresses
      return attach(native, core, row.inode)
    },
    async twins(row: SocketRow, peers: readonly string[], quietMs: number): Promise<string[]> {
      const silenced: string[] = []
      for (const peer of peers) if (await twin(row, peer, now() + quietMs)) silenced.push(peer)
      return silenced
    },
    /** Whether an entry has expired, so that `expire` has work to do. */
    isDue: () =>
      [...twins.values()].some(({ until }) => until <= now()) ||
      [...listeners.values()].some(
        ({ peers, addresses }) =>
          [...peers.values()].some((until) => until <= now()) ||
          [...addresses.values()].some(({ until }) => until <= now()),
      ),
    expire(native: Native | undefined, core: Core) {
      for (const [name, { socket, until }] of twins) {
        if (until > now()) continue
        socket.close()
        twins.delete(name)
      }
      for (const [inode, { peers, addresses }] of listeners) {
        const before = peers.size + addresses.size
        for (const [peer, until] of peers) if (until <= now()) peers.delete(peer)
        for (const [ip, { until }] of addresses) if (until <= now()) addresses.delete(ip)
        if (peers.size + addresses.size < before && native) attach(native, core, inode)
      }
    },
    /** The core was restarted: drop all state. */
    clear() {
      listeners.clear()
      for (const { socket } of twins.values()) socket.close()
      twins.clear()
    },
  }
}

export type UdpDrop = ReturnType<typeof createUdpDrop>
