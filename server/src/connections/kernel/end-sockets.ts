import type { InboundPort } from '../../core/process/held-claim.ts'
import type { Core } from '../../core/room.ts'
import type { Log } from '../../platform/log.ts'
import { borrowFds } from './borrow-fd.ts'
import type { BlockedAddress } from './bpf.ts'
import type { CoreSockets } from './core-sockets.ts'
import type { SocketRow } from './proc-sockets.ts'
import type { Support } from './self-test.ts'
import { killSockets } from './ss-kill.ts'
import type { UdpDrop } from './udp-drop.ts'

export interface EndDeps {
  core: Pick<Core, 'pid'>
  support: Pick<Support, 'current'>
  sockets: CoreSockets
  silence: UdpDrop
  log: Log
}

/** How long the core keeps an idle QUIC connection, and so how long a silenced one survives. */
export const idleMs = 30_000
const quietMs = 2 * idleMs

/** Ends connections by the best method available on this machine. */
export function createEndSockets({ core, support, sockets, silence, log }: EndDeps) {
  /** Returns the inodes of the ended sockets. */
  async function endTcp(rows: readonly SocketRow[]): Promise<number[]> {
    const pid = core.pid()
    if (pid === undefined || rows.length === 0) return []
    const { way, native } = support.current()
    try {
      if (way === 'pidfd' && native) {
        const inodes = rows.map(({ inode }) => inode)
        return borrowFds(native, pid, inodes, await sockets.descriptors(), (fd) => native.shutdown(fd))
      }
      if (way === 'ss') {
        const ended = await killSockets(rows)
        return rows.slice(0, ended).map(({ inode }) => inode)
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'failed to end the sockets of a client')
    }
    return []
  }

  /** The one UDP socket of an inbound. */
  async function listenerOf(inbound: InboundPort) {
    const pid = core.pid()
    if (pid === undefined) return undefined
    const [descriptors, all] = await Promise.all([sockets.descriptors(), sockets.udp()])
    const rows = all.filter((row) => row.localPort === inbound.port && row.peer.endsWith(':0'))
    const row = rows.find(({ inode }) => descriptors.has(inode)) ?? rows[0]
    return row && { row, process: { pid, descriptors } }
  }

  /** Returns the peers of the inbound that are silenced: by the filter, else by one twin socket each. */
  async function silenceUdp(inbound: InboundPort, peers: readonly string[]): Promise<string[]> {
    const listener = peers.length > 0 ? await listenerOf(inbound) : undefined
    if (!listener) return []
    const { row, process } = listener
    const { native } = support.current()
    let silent: string[] = []
    try {
      if (native) silent = silence.filter(native, process, row, peers, quietMs)
    } catch (error) {
      log.warn({ error: String(error) }, 'failed to attach a UDP filter for a client')
    }
    const loud = peers.filter((peer) => !silent.includes(peer))
    return [...silent, ...(await silence.twins(row, loud, quietMs))]
  }

  /** Blocks a whole address at a UDP socket, except for these ports. */
  async function blockAddress(inbound: InboundPort, address: BlockedAddress): Promise<boolean> {
    const { native } = support.current()
    const listener = native && (await listenerOf(inbound))
    if (!native || !listener) return false
    return silence.block(native, listener.process, listener.row, address, quietMs)
  }

  return { endTcp, silenceUdp, blockAddress }
}

export type EndSockets = ReturnType<typeof createEndSockets>
