import type { Log } from '../../platform/log.ts'
import { type InboundPort, idleMsOf } from '../inbound-port.ts'
import { borrowFds } from './borrow-fd.ts'
import type { BlockedAddress } from './bpf.ts'
import type { CoreSockets } from './core-sockets.ts'
import type { SocketRow } from './proc-sockets.ts'
import type { CutSupport } from './self-test.ts'
import { killSockets } from './ss-kill.ts'
import type { UdpDrop } from './udp-drop.ts'

export interface EndDeps {
  pid(): number | undefined
  verdict(): CutSupport
  sockets: CoreSockets
  silence: UdpDrop
  log: Log
}

/** Ends connections by the best method available on this machine. */
export function createEndSockets({ pid, verdict, sockets, silence, log }: EndDeps) {
  /** Returns the inodes of the ended sockets. */
  async function endTcp(rows: readonly SocketRow[]): Promise<number[]> {
    const core = pid()
    if (core === undefined || rows.length === 0) return []
    const { way, native } = verdict()
    try {
      if (way === 'pidfd' && native) {
        const inodes = rows.map(({ inode }) => inode)
        return borrowFds(native, core, inodes, await sockets.descriptors(), (fd) => native.shutdown(fd))
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

  /** The one UDP socket of an inbound, and how long its silenced clients take to time out. */
  async function listenerOf(inbound: InboundPort) {
    const pidNow = pid()
    if (pidNow === undefined) return undefined
    const [descriptors, all] = await Promise.all([sockets.descriptors(), sockets.udp()])
    const rows = all.filter((row) => row.localPort === inbound.port && row.peer.endsWith(':0'))
    const row = rows.find(({ inode }) => descriptors.has(inode)) ?? rows[0]
    return row && { row, core: { pid: pidNow, descriptors }, quietMs: 2 * idleMsOf(inbound) }
  }

  /** Returns the peers of the inbound that are silenced: by the filter, else by one twin socket each. */
  async function silenceUdp(inbound: InboundPort, peers: readonly string[]): Promise<string[]> {
    const listener = peers.length > 0 ? await listenerOf(inbound) : undefined
    if (!listener) return []
    const { row, core, quietMs } = listener
    const { native } = verdict()
    let silent: string[] = []
    try {
      if (native) silent = silence.filter(native, core, row, peers, quietMs)
    } catch (error) {
      log.warn({ error: String(error) }, 'failed to attach a UDP filter for a client')
    }
    const loud = peers.filter((peer) => !silent.includes(peer))
    return [...silent, ...(await silence.twins(row, loud, quietMs))]
  }

  /** Blocks a whole address at a UDP socket, except for these ports. */
  async function blockAddress(inbound: InboundPort, address: BlockedAddress): Promise<boolean> {
    const { native } = verdict()
    const listener = native && (await listenerOf(inbound))
    if (!native || !listener) return false
    return silence.block(native, listener.core, listener.row, address, listener.quietMs)
  }

  return { endTcp, silenceUdp, blockAddress }
}

export type EndSockets = ReturnType<typeof createEndSockets>
