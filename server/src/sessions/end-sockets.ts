import type { Log } from '../log.ts'
import { borrow } from './borrow.ts'
import type { CoreSockets } from './core-sockets.ts'
import type { InboundPort } from './inbound-port.ts'
import type { SocketRow } from './proc-sockets.ts'
import type { Verdict } from './self-test.ts'
import { killSockets } from './ss-kill.ts'
import type { UdpSilence } from './udp-silence.ts'

export interface EndDeps {
  pid(): number | undefined
  verdict(): Verdict
  sockets: CoreSockets
  silence: UdpSilence
  log: Log
}

const quicIdleMs = 30_000

/** Ends connections by the best means this machine allows. */
export function createEndSockets({ pid, verdict, sockets, silence, log }: EndDeps) {
  /** Returns the inodes of what ended. */
  async function endTcp(rows: readonly SocketRow[]): Promise<number[]> {
    const core = pid()
    if (core === undefined || rows.length === 0) return []
    const { way, native } = verdict()
    try {
      if (way === 'pidfd' && native) {
        const inodes = rows.map(({ inode }) => inode)
        return borrow(native, core, inodes, await sockets.descriptors(), (fd) => native.shutdown(fd))
      }
      if (way === 'ss') {
        const ended = await killSockets(rows)
        return rows.slice(0, ended).map(({ inode }) => inode)
      }
    } catch (error) {
      log.warn({ error: String(error) }, 'sockets of a client could not be ended')
    }
    return []
  }

  /** Returns the peers of that inbound that are silent now: by the filter, else by a twin socket each. */
  async function silenceUdp(inbound: InboundPort, peers: readonly string[]): Promise<string[]> {
    const core = pid()
    if (core === undefined || peers.length === 0) return []
    const { way, native } = verdict()
    const descriptors = await sockets.descriptors()
    const rows = (await sockets.udp()).filter(
      (row) => row.localPort === inbound.port && row.peer.endsWith(':0'),
    )
    const row = rows.find(({ inode }) => descriptors.has(inode)) ?? rows[0]
    if (!row) return []
    const quietMs = 2 * (inbound.idleMs ?? quicIdleMs)
    let silent: string[] = []
    try {
      if (way === 'pidfd' && native)
        silent = silence.filter(native, { pid: core, descriptors }, row, peers, quietMs)
    } catch (error) {
      log.warn({ error: String(error) }, 'a client could not be kept from a UDP socket by a filter')
    }
    const loud = peers.filter((peer) => !silent.includes(peer))
    return [...silent, ...(await silence.twins(row, loud, quietMs))]
  }

  return { endTcp, silenceUdp }
}

export type EndSockets = ReturnType<typeof createEndSockets>
